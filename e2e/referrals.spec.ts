import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { atomically } from "../server/src/platform/db.ts";
import { insertTestMember } from "../server/src/testing/test-app.ts";
import { expectAccessible } from "./accessibility.ts";
import { stopClock } from "./clock.ts";
import { rowsInSight } from "./fits.ts";
import { expect, expectShown, onBothSizes, test as base, type Member } from "./fixtures.ts";
import { signedInAt } from "./sessions.ts";

const names = [
  "Zoya",
  "Asha",
  "Bina",
  "Chetan",
  "Dev",
  "Esha",
  "Farah",
  "Gita",
  "Hari",
  "Imran",
  "Jaya",
  "Kiran",
];

/** Twelve members who joined with the member's link, left and right by turns. */
const test = base.extend<{ directs: Member[] }>({
  directs: async ({ db, passwordHash, member }, use) => {
    const directs: Member[] = [];
    for (const [index, name] of names.entries()) {
      const side = index % 2 === 0 ? "left" : "right";
      const details = {
        name: `${name} Rao`,
        passwordHash,
        sponsorId: member.id,
        side,
        now: new Date(),
      } as const;
      directs.push(await atomically(db, insertTestMember, details));
    }
    await use(directs);
  },
});

/** The names in the order shown, in a table or on cards. */
function shownNames(page: Page) {
  return page.locator("tbody td:nth-child(3), .table-cards .table-card-top strong");
}

test.describe("the referral link", () => {
  test("copying shows Copied for a second", async ({ page, context, member }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signedInAt(page, member, "/referral-link");
    const card = page.getByRole("region", { name: "Right Referral Link" });
    await expect(card.getByRole("button", { name: "Copy link" })).toBeVisible();
    await stopClock(page);
    await card.getByRole("button", { name: "Copy link" }).click();
    await expect(card.getByRole("button", { name: "Copied" })).toBeVisible();
    await page.clock.runFor(900);
    await expect(card.getByRole("button", { name: "Copied" })).toBeVisible();
    await page.clock.runFor(100);
    await expect(card.getByRole("button", { name: "Copy link" })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${new URL(page.url()).origin}/referral-link/${member.refId}/right`);
  });

  test("both links carry the own user id with a QR code; one is shared, goes to WhatsApp with the member's own words, and its card is saved as a picture", async ({
    page,
    member,
  }) => {
    await page.addInitScript(() => {
      navigator.share = (data) => Promise.resolve(void Object.assign(globalThis, { shared: data }));
    });
    await signedInAt(page, member, "/referral-link");
    const { origin } = new URL(page.url());
    for (const [side, title] of [
      ["left", "Left Referral Link"],
      ["right", "Right Referral Link"],
    ] as const) {
      const region = page.getByRole("region", { name: title });
      await expect(region.getByText(`${origin}/referral-link/${member.refId}/${side}`)).toBeVisible();
      await expect(region.getByRole("button", { name: "Copy link" })).toBeInViewport();
      const code = page
        .getByRole("region", { name: `Share the ${side} link` })
        .getByRole("img", { name: `QR code of the ${side} link` });
      await expect(code).toBeVisible();
      await expect(code).toHaveCSS("background-color", "rgb(255, 255, 255)");
    }
    const card = page.getByRole("region", { name: "Left Referral Link" });
    const sharing = page.getByRole("region", { name: "Share the left link" });
    const sent = async () => {
      const href = await sharing.getByRole("link", { name: "Send by WhatsApp" }).getAttribute("href");
      const { origin: service, searchParams } = new URL(href ?? "");
      return [service, searchParams.get("text")];
    };
    const link = `${origin}/referral-link/${member.refId}/left`;
    await card.getByRole("button", { name: "Share" }).click();
    await expect
      .poll(() => page.evaluate(() => (globalThis as { shared?: ShareData }).shared?.url))
      .toBe(link);
    const message = "Join my team on FC Portal. Register with this link:";
    await expect.poll(sent).toEqual(["https://wa.me", `${message}\n${link}`]);
    await page.getByLabel("Message with the link").fill("Namaste & welcome, 50% ready?");
    await page.reload();
    await expect(page.getByLabel("Message with the link")).toHaveValue("Namaste & welcome, 50% ready?");
    await expect.poll(sent).toEqual(["https://wa.me", `Namaste & welcome, 50% ready?\n${link}`]);
    const download = page.waitForEvent("download");
    await sharing.getByRole("button", { name: "Save the QR card" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`invitation-${member.refId}-left.png`);
    const picture = await readFile(await file.path());
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1440]);
  });

  test("copying works where there is no clipboard, as on an insecure origin", async ({ page, member }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await signedInAt(page, member, "/referral-link");
    await page.getByRole("region", { name: "Left Referral Link" }).getByRole("button").first().click();
    await expectShown(page, "Copied");
    await page.goto("/register-user");
    await expect(page.getByLabel("Referral Username")).toHaveValue(member.name);
    await page.getByLabel("Name", { exact: true }).focus();
    await page.keyboard.press("ControlOrMeta+v");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue(
      `${new URL(page.url()).origin}/referral-link/${member.refId}/left`,
    );
  });
});

test("a member turns on the link to the weaker team, and a visitor who opens it sees which team that is", async ({
  page,
  member,
  directs,
  otherPage: visitor,
}) => {
  expect(directs).toHaveLength(12);
  await signedInAt(page, member, "/referral-link");
  const card = page.getByRole("region", { name: "Link to the weaker team" });
  await expect(card.getByLabel("Off: only the left and the right link")).toBeChecked();
  const link = `${new URL(page.url()).origin}/referral-link/${member.refId}/preferred`;
  await expect(card.getByText(link)).toBeHidden();
  await visitor.goto(link);
  await expect(visitor.getByRole("alert")).toContainText("This referral link is not in use.");
  await expect(visitor.getByRole("button", { name: "Register" })).toBeHidden();

  await card.getByLabel("The team with fewer members").check();
  await expect(card.getByText(link)).toBeVisible();
  await expect(card.getByText("Opened now, it leads to the left team.")).toBeVisible();
  await expect(card.getByText("Left: 6 members, $0. Right: 6 members, $0.")).toBeVisible();
  await expectAccessible(page);

  await visitor.reload();
  await expect(visitor.getByLabel("Team")).toHaveValue("Left");
  await expect(visitor.getByLabel("Team")).toHaveAttribute("readonly");
  await expect(visitor.getByLabel("Referral Username")).toHaveValue("Ananya K.");
  await expectAccessible(visitor);
});

test("the team's screens lead to each other", async ({ page, member, directs }) => {
  await signedInAt(page, member, "/direct-referrals");
  const team = page.getByRole("navigation", { name: "Team" });
  await team.getByRole("link", { name: "Referral link" }).click();
  await expect(page).toHaveURL(/\/referral-link$/);
  await team.getByRole("link", { name: "Direct referrals" }).click();
  await page.getByRole("link", { name: directs[2]!.refId }).click();
  await expect(page.getByRole("treeitem", { name: /^Bina/ })).toHaveAttribute("aria-current", "true");
  await page.getByRole("treeitem", { name: /^Zoya/ }).press("ArrowUp");
  const card = page.getByRole("region", { name: "Details" });
  await card.getByRole("link", { name: "Referral link" }).click();
  await team.getByRole("link", { name: "Tree Chart" }).click();
  await expect(page).toHaveURL(/\/tree-chart$/);
});

test.describe("direct referrals", () => {
  test(
    "are cards on a phone and a table with the specification's columns elsewhere, searched, sorted and paged in the address",
    onBothSizes,
    async ({ page, member, directs, isMobile }) => {
      await signedInAt(page, member, "/direct-referrals?size=10");
      await expect(page.getByText("1 to 10 of 12")).toBeVisible();
      await expect(shownNames(page)).toHaveText(names.slice(0, 10).map((name) => `${name} Rao`));
      await expect(page.getByText("+91 98765 43210").first()).toBeVisible();
      await expect(page.getByText(directs[0]!.refId).first()).toBeVisible();
      await expect(page.getByRole("table")).toHaveCount(isMobile ? 0 : 1);
      const columns = ["Serial", "User ID", "Name", "Phone Number", "Placement", "Team"];
      if (!isMobile) await expect(page.getByRole("columnheader")).toHaveText(columns);
      await expectAccessible(page);

      await page.getByRole("button", { name: "Next page" }).click();
      await expect(page).toHaveURL(/\?page=2&size=10$/);
      await expect(page.getByText("11 to 12 of 12")).toBeVisible();
      await page.reload();
      await expect(shownNames(page)).toHaveText(["Jaya Rao", "Kiran Rao"]);
      await page.goBack();
      await expect(page.getByText("1 to 10 of 12")).toBeVisible();

      const header = page.getByRole("columnheader", { name: "Name" });
      if (!isMobile) {
        await header.getByRole("button").click();
        await expect(header).toHaveAttribute("aria-sort", "ascending");
        await expect(shownNames(page).first()).toHaveText("Asha Rao");
        await header.getByRole("button").click();
        await expect(header).toHaveAttribute("aria-sort", "descending");
      } else {
        await page.getByLabel("Sort by").selectOption("Name");
        await expect(shownNames(page).first()).toHaveText("Asha Rao");
        await page.getByRole("button", { name: "Ascending" }).click();
      }
      await expect(shownNames(page).first()).toHaveText("Zoya Rao");
      await expect(page).toHaveURL(/sort=name&order=desc$/);

      await page.getByRole("searchbox").fill("esha");
      await expect(page).toHaveURL(/search=esha$/);
      await expect(shownNames(page)).toHaveText(["Esha Rao"]);
      await page.getByRole("searchbox").fill("nobody at all");
      await expect(page.getByText("Nothing fits what you searched for.")).toBeVisible();
      await page.getByRole("button", { name: "Show all" }).click();
      await expect(page.getByText("1 to 10 of 12")).toBeVisible();
    },
  );

  test(
    "show fifteen rows of a desktop's screen, and eight of a phone's",
    onBothSizes,
    async ({ page, asha, isMobile }) => {
      await signedInAt(page, asha, "/direct-referrals");
      await expect(page.getByText(/^1 to 25 of/)).toBeVisible();
      expect(await rowsInSight(page)).toBeGreaterThanOrEqual(isMobile ? 8 : 15);
    },
  );

  test("are downloaded whole, in the order shown", async ({ page, member, directs }) => {
    await signedInAt(page, member, "/direct-referrals?size=10&sort=name");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("direct-referrals.csv");
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines[0]).toBe("\uFEFFSerial,User ID,Name,Phone Number,Placement,Team");
    expect(lines).toHaveLength(directs.length + 1);
    expect(lines[1]).toContain("Asha Rao");
  });

  test("say what went wrong and try again, and behind the last page lead back to the first", async ({
    page,
    member,
    directs,
    expectFailures,
  }) => {
    expectFailures(/getDirectReferrals/);
    await page.route("**/getDirectReferrals/**", (route) => route.abort());
    await signedInAt(page, member, "/direct-referrals?page=9&size=10");
    await expect(page.getByText("We could not reach FC Portal.")).toBeVisible();
    await page.unroute("**/getDirectReferrals/**");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("There is nothing on this page.")).toBeVisible();
    await expect(page.getByText("Page 9")).toHaveCount(0);
    await page.getByRole("button", { name: "Go to the first page" }).click();
    await expect(page.getByText(`1 to 10 of ${directs.length}`)).toBeVisible();
  });

  test("lead to the referral link while there are none", async ({ page, member }) => {
    await signedInAt(page, member, "/direct-referrals");
    await expect(page.getByText("Nobody has joined with your link yet.")).toBeVisible();
    await page.getByRole("link", { name: "Share your referral link" }).click();
    await expect(page).toHaveURL("/referral-link");
  });
});
