import { insertTestMember } from "../server/src/testing/test-app.ts";
import { atomically } from "../server/src/platform/db.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, openForm } from "./fixtures.ts";
import { signedInAt } from "./sessions.ts";
import { item, openTree, press, test } from "./team.ts";

test("a search shows the way and the found one; the breadcrumb leads back; a reload keeps it", async ({
  page,
  member,
  team,
}) => {
  await openTree(page, member);
  const search = page.getByRole("search").getByRole("combobox");
  await search.fill(` ${team.hari.refId.toLowerCase()}`);
  await search.press("Enter");
  await expect(item(page, /^Hari/)).toHaveAttribute("aria-current", "true");
  const trail = page.getByRole("navigation", { name: "Path in your team" });
  await expect(trail).toHaveText("YouLeft × 8Lata RaoRight × 2Hari Rao");
  await expect(page).toHaveURL(new RegExp(`start=${team.leg[7]!.refId}&find=${team.hari.refId}`));
  await expect(item(page, /^Lata/)).toHaveAttribute("aria-level", "1");

  await page.reload();
  await expect(item(page, /^Hari/)).toHaveAttribute("aria-current", "true");
  await expect(trail).toContainText("Right × 2");

  await trail.getByRole("button", { name: "Lata Rao" }).click();
  await expect(page).toHaveURL(new RegExp(`start=${team.leg[7]!.refId}$`));
  await expect(trail).toHaveText("YouLeft × 8Lata Rao");
  await trail.getByRole("button", { name: "You" }).click();
  await expect(page).toHaveURL(/\/tree-chart$/);
  await expect(item(page, member.name)).toHaveAttribute("aria-level", "1");
  await expect(trail).toHaveCount(0);
});

test("a search for somebody outside the own team says so", async ({
  page,
  member,
  team,
  db,
  passwordHash,
}) => {
  const now = new Date();
  const stranger = await atomically(db, insertTestMember, { name: "S", passwordHash, side: "left", now });
  await openTree(page, member);
  const search = page.getByRole("search").getByRole("combobox");
  for (const refId of ["FCNOBODY2", stranger.refId]) {
    await search.fill(refId);
    await page.getByRole("button", { name: "Find" }).click();
    await expect(page.getByText("Nobody in your team has this user ID.")).toBeVisible();
  }
  await search.fill(team.chetan.refId);
  await expect(page.getByText("Nobody in your team has this user ID.")).toHaveCount(0);
  await page.goto(`/tree-chart?start=${stranger.refId}`);
  await page.getByRole("button", { name: "Start from yourself" }).click();
  await expect(item(page, member.name)).toBeVisible();
});

test("names of the own team are suggested while one types, and no others", async ({
  page,
  member,
  team,
  db,
  passwordHash,
}) => {
  const now = new Date();
  await atomically(db, insertTestMember, { name: "Harish Stranger", passwordHash, side: "left", now });
  await openTree(page, member);
  const search = page.getByRole("search").getByRole("combobox");
  const options = page.getByRole("option");
  await search.fill("har");
  await expect(options).toHaveText([`Hari Rao${team.hari.refId} · Left`]);
  await search.fill("rao");
  await expect(options).toHaveCount(8);
  await expect(page.getByText("There are more. Type more of the name.")).toBeVisible();
  await search.fill("venk");
  await expect(options).toHaveCount(1);
  await expectAccessible(page);
  await search.press("ArrowDown");
  await search.press("Enter");
  await expect(item(page, /^Chetan/)).toHaveAttribute("aria-current", "true");
  await expect(options).toHaveCount(0);
  await search.fill("rao hari");
  await options.click();
  await expect(item(page, /^Hari/)).toHaveAttribute("aria-current", "true");
  await search.fill("Zoya");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText("Nobody in your team has this name.")).toBeVisible();
});

test("a phone's first view shows names that can be read; the list is one tap away and remembered", async ({
  page,
  member,
  team,
}) => {
  await openTree(page, member);
  const name = item(page, /^Bina/).locator("text").first();
  // Capital letters and what reaches below the line, as they are on the screen.
  await expect.poll(async () => (await name.boundingBox())?.height).toBeGreaterThanOrEqual(12);
  for (const shown of [member.name, /^Bina/, /^Chetan/])
    await expect(item(page, shown)).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "List" }).tap();
  const list = page.getByRole("tree", { name: "Your team as a list" });
  await expect(list).toBeVisible();
  await page.goto("/");
  await page.goto("/tree-chart");
  await expect(list).toBeVisible();
  await page.getByRole("button", { name: "Chart" }).tap();
  await page.goto(`/tree-chart?start=${team.leg[0]!.refId}`);
  await expect(page.getByRole("tree", { name: "Your team as a chart" })).toBeVisible();
});

test("a person who is invited to a free place gets it", async ({ page, member, team, db, isMobile }) => {
  await openTree(page, member);
  const origin = new URL(page.url()).origin;
  const card = page.getByRole("region", { name: "Details" });
  const link = page.getByRole("region", { name: "Link to the free place" });
  const invite = async (side: "Left" | "Right", above: string) => {
    await press(item(page, `Free place, ${side}`).last(), isMobile);
    await expect(card).toContainText(`${side} · ${above}`);
    await card.getByRole("link", { name: "Invite to this place" }).click();
    await expect(link).toContainText(above);
  };
  // At the outer end of the own right leg the own link leads there.
  await invite("Right", team.chetan.name);
  await expect(link.getByText(`${origin}/referral-link/${member.refId}/right`)).toBeVisible();
  await expect(link).toContainText("with you as the referrer");
  await expectAccessible(page);

  // Inside, the member above the place is the referrer.
  await page.goBack();
  await press(item(page, "Free place, Left").last(), isMobile);
  await card.getByRole("link", { name: "Invite to this place" }).click();
  await expect(link).toContainText(`with ${team.chetan.name} as the referrer`);
  const address = `${origin}/referral-link/${team.chetan.refId}/left`;
  await expect(link.getByText(address)).toBeVisible();
  await openForm(page, address);
  await page.getByLabel("Name", { exact: true }).fill("Nila Rao");
  await page.getByLabel("E-mail").fill(`nila${team.chetan.id}@example.com`);
  await page.getByLabel("Mobile number").fill("+91 98765 43210");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("heading", { name: "The place is reserved" })).toBeVisible();
  const nila = await db
    .selectFrom("placements")
    .innerJoin("members", "members.id", "placements.member_id")
    .select(["parent_id", "side"])
    .where("members.name", "=", "Nila Rao")
    .where("placements.sponsor_id", "=", team.chetan.id)
    .execute();
  expect(nila).toEqual([{ parent_id: team.chetan.id, side: "left" }]);
});

test("a place outside the own team offers only the own links", async ({ page, member, asha }) => {
  await signedInAt(page, member, `/referral-link?below=${asha.refId}&side=left`);
  await expect(page.getByText("This place is not in your team. Your own links are below.")).toBeVisible();
  await expect(page.getByText(asha.refId)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Left Referral Link" })).toBeVisible();
});
