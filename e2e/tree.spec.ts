import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { expect, onBothSizes, withMotion } from "./fixtures.ts";
import { signedInAt } from "./sessions.ts";
import { item, openTree, press, test } from "./team.ts";

test(
  "the chart fills the screen, shows free places and marks who staked",
  onBothSizes,
  async ({ page, member, team }) => {
    await openTree(page, member);
    const { width, height } = page.viewportSize()!;
    const chart = page.locator("svg.chart");
    await expect.poll(() => chart.boundingBox()).toEqual({ x: 0, y: 0, width, height });
    await expect(item(page, member.name)).toHaveAttribute("aria-expanded", "true");
    const bina = item(page, /^Bina Rao/);
    await expect(bina).toContainText("Left / STACKED");
    await expect(bina).toHaveAttribute("data-kind", "active");
    await expect(item(page, /^Chetan/)).toHaveAttribute("data-kind", "none");
    await expect(item(page, /^Chetan/)).not.toContainText("STACKED");
    const free = item(page, "Free place, Right").first();
    await expect(free).toHaveText("X");
    await expect(free.locator("rect")).toHaveCSS("fill", "rgb(255, 255, 255)");
    await expect(bina.locator(".node-box")).toHaveCSS("fill", "rgb(69, 37, 128)");
    await expect(item(page, /^Chetan/)).toContainText("…");
    expect(team.leg).toHaveLength(8);
  },
);

test(
  "a press closes and opens; what is not loaded is fetched, two levels at once",
  onBothSizes,
  async ({ page, member, team, isMobile }) => {
    await openTree(page, member);
    const bina = item(page, /^Bina/);
    await press(bina, isMobile);
    await expect(bina).toHaveAttribute("aria-expanded", "false");
    await expect(bina).toContainText("+9");
    await expect(item(page, /^Dev/)).toHaveCount(0);
    await page.keyboard.press("Escape");
    await bina.press("Enter");
    await expect(item(page, /^Dev/)).toBeVisible();

    const requested: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/userCharts/")) requested.push(new URL(request.url()).search);
    });
    // By keyboard along the leg: the focus loads the levels below before they are opened.
    await bina.press("ArrowDown");
    for (const name of ["Dev", "Esha", "Farah", "Imran", "Jaya"]) {
      const node = item(page, new RegExp(`^${name}`));
      await expect(node).toBeFocused();
      // Three levels are open at first, on a phone two.
      const isOpen = name === "Dev" && !isMobile;
      await expect(node).toHaveAttribute("aria-expanded", String(isOpen));
      if (!isOpen) await node.press("Enter");
      await expect(node).toHaveAttribute("aria-expanded", "true");
      await node.press("ArrowDown");
    }
    await expect(item(page, /^Kiran/)).toBeFocused();
    expect(requested).toContain(`?start=${team.leg[2]!.refId}&depth=2`);
    expect(requested.length).toBeLessThanOrEqual(4);
  },
);

test(
  "the chart opens fitted to the screen: every member that is open is all on it",
  onBothSizes,
  async ({ page, asha }) => {
    await signedInAt(page, asha, "/tree-chart");
    await expect(item(page, asha.name)).toHaveAttribute("aria-expanded", "true");
    const { width, height } = page.viewportSize()!;
    const outside = () =>
      page.locator(".chart-node .node-box").evaluateAll(
        (boxes, screen) =>
          boxes.filter((each) => {
            const { left, right, bottom } = each.getBoundingClientRect();
            return left < 0 || right > screen.width || bottom > screen.height;
          }).length,
        { width, height },
      );
    await expect.poll(() => page.locator(".chart-node").count()).toBeGreaterThanOrEqual(7);
    await expect.poll(outside).toBe(0);
  },
);

/** Below the two levels that are open at first on a phone. */
async function openByKey(page: Page, name: RegExp): Promise<void> {
  const node = item(page, name);
  await node.focus();
  await expect(node).toHaveAttribute("aria-expanded", "false");
  await node.press("Enter");
  await expect(node).toHaveAttribute("aria-expanded", "true");
}

test("a member with nobody below opens to two free places without a request", async ({
  page,
  member,
  team,
}) => {
  await openTree(page, member, `/tree-chart?start=${team.leg[6]!.refId}`);
  await openByKey(page, /^Gita/);
  await expect(item(page, /^Hari/)).toHaveAttribute("aria-expanded", "false");
  const requested: string[] = [];
  page.on("request", (request) => {
    // Scripts of other pages are fetched whenever the browser is idle.
    if (request.url().includes("/api/")) requested.push(request.url());
  });
  await openByKey(page, /^Hari/);
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(":focus")).toHaveAccessibleName("Free place, Left");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(":focus")).toHaveAccessibleName("Free place, Right");
  expect(requested).toEqual([]);
});

test(
  "the card shows name, joining, activity, counts and business",
  onBothSizes,
  async ({ page, member, team, isMobile }) => {
    await openTree(page, member);
    const root = item(page, member.name);
    if (isMobile) await press(root, true);
    else await root.hover();
    const card = page.getByRole("region", { name: "Details" });
    await expect(card.getByRole("heading", { name: member.name })).toBeVisible();
    await expect(card).toContainText(member.refId);
    await expect(card.getByRole("row", { name: /^Users/ })).toHaveText("Users / active10 / 11 / 0");
    await expect(card.getByRole("row", { name: /^Business/ })).toHaveText("Business$12,34,567$0");
    await page.keyboard.press("Escape");
    await expect(card).toHaveCount(0);

    if (isMobile) await press(root, true);
    const chetan = item(page, /^Chetan/);
    if (isMobile) await press(chetan, true);
    else await chetan.hover();
    await expect(card.getByRole("heading", { name: team.chetan.name })).toBeVisible();
    await expect(card).toContainText("Not active");
    await expect(card).toContainText("Joined on 9 Mar 2026");
    await card.getByRole("button", { name: "Start from here" }).click();
    await expect(page).toHaveURL(new RegExp(`start=${team.chetan.refId}$`));
    await expect(item(page, /^Chetan/)).toHaveAttribute("aria-level", "1");
  },
);

test(
  "a start in the middle of the team is shown whole, below the path to it, once its team has arrived",
  onBothSizes,
  async ({ page, member, team, isMobile }) => {
    await openTree(page, member);
    const bina = item(page, /^Bina/);
    if (isMobile) await press(bina, true);
    else await bina.hover();
    // The levels below arrive late; the start itself is known already.
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**/api/userCharts/*?start=${team.leg[0]!.refId}&depth=3`, async (route) => {
      await waiting;
      await route.continue();
    });
    await page.getByRole("button", { name: "Start from here" }).click();
    await expect(bina).toHaveAttribute("aria-level", "1");
    answer();
    await expect(bina).toHaveAttribute("aria-expanded", "true");
    const trail = page.getByRole("navigation", { name: "Path in your team" });
    await expect(trail).toBeVisible();
    for (const name of [/^Bina/, /^Dev/, /^Esha/])
      await expect(item(page, name)).toBeInViewport({ ratio: 1 });
    const belowTrail = async () => {
      const [bar, box] = [await trail.boundingBox(), await bina.boundingBox()];
      return bar && box ? box.y - bar.y - bar.height : undefined;
    };
    await expect.poll(belowTrail).toBeGreaterThan(0);
  },
);

test("an address that finds somebody at the end of a long leg shows a few above; of a stranger it says so", async ({
  page,
  member,
  team,
}) => {
  await openTree(page, member, `/tree-chart?find=${team.leg[7]!.refId}`);
  await expect(item(page, /^Lata/)).toHaveAttribute("aria-current", "true");
  await expect(item(page, /^Imran/)).toHaveAttribute("aria-level", "1");
  await page.goto("/tree-chart?find=FCNOBODY2");
  const note = page.getByText("Nobody in your team has this user ID.");
  await expect(note).toBeVisible();
  await expect(item(page, member.name)).toBeVisible();
  await page.getByRole("alert").getByRole("button").click();
  await expect(note).toHaveCount(0);
  await expect(page).toHaveURL(/\/tree-chart$/);
});

test("the list is worked by keyboard", async ({ page, member, team }) => {
  await openTree(page, member);
  await page.getByRole("button", { name: "List" }).click();
  await expect(page).toHaveURL(/view=list$/);
  const list = page.getByRole("tree", { name: "Your team as a list" });
  await expect(list).toBeVisible();
  await item(page, member.name).focus();
  await page.keyboard.press("ArrowDown");
  const bina = item(page, /^Bina/);
  await expect(bina).toBeFocused();
  await expect(bina).toHaveAttribute("aria-level", "2");
  await page.keyboard.press("ArrowLeft");
  await expect(bina).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(item(page, /^Dev/)).toBeFocused();
  await page.keyboard.press("Home");
  await expect(item(page, member.name)).toBeFocused();
  await page.keyboard.press("c");
  await expect(item(page, /^Chetan/)).toBeFocused();
  await page.keyboard.press("End");
  await expect(item(page, member.name)).not.toBeFocused();
  await page.keyboard.press("Home");
  await expect(item(page, member.name)).toBeFocused();

  // Down the whole leg, opening on the way.
  await page.keyboard.press("ArrowDown");
  await expect(bina).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  for (const { name } of team.leg.slice(1, -1)) {
    const row = item(page, new RegExp(`^${name}`));
    await expect(row).toBeFocused();
    await expect(row).toHaveAttribute("aria-expanded", "false");
    await page.keyboard.press("Enter");
    await expect(row).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("ArrowDown");
  }
  const lata = item(page, /^Lata/);
  await expect(lata).toBeFocused();
  await expect(lata).toHaveAttribute("aria-level", "9");
  await expect(lata).toBeInViewport({ ratio: 1 });
});

test("a failed request is shown at its node, with Retry", async ({ page, member, team, expectFailures }) => {
  expectFailures(/userCharts/);
  // Three levels are loaded; what is below the last of them must be requested.
  await page.route(`**/api/userCharts/*?start=${team.leg[3]!.refId}&depth=2`, (route) => route.abort());
  await openTree(page, member, `/tree-chart?start=${team.leg[0]!.refId}`);
  await openByKey(page, /^Esha/);
  const farah = item(page, /^Farah/);
  await page.keyboard.press("ArrowDown");
  await expect(farah).toBeFocused();
  await page.keyboard.press("Enter");
  const card = page.getByRole("region", { name: "Details" });
  await expect(card).toContainText("We could not reach FC");
  await page.unrouteAll();
  await card.getByRole("button", { name: "Retry" }).click();
  await expect(farah).toHaveAttribute("aria-expanded", "true");
  await expect(card.getByRole("button", { name: "Retry" })).toHaveCount(0);
});

test("Go Back leads to the page before, or home", async ({ page, member, team, isMobile }) => {
  expect(team.leg).toHaveLength(8);
  await signedInAt(page, member, "/notice-board");
  if (isMobile) await page.getByRole("button", { name: "Open the menu" }).click();
  await page.getByRole("link", { name: "Tree Chart" }).filter({ visible: true }).click();
  await expect(page.getByRole("heading", { name: "Tree Chart" })).toBeFocused();
  await page.getByRole("button", { name: "List" }).click();
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/notice-board$/);
});

test.describe("with motion", () => {
  test.use(withMotion);

  test("zoom buttons stay within the specification's scale", async ({ page, member, team }) => {
    expect(team.leg).toHaveLength(8);
    await openTree(page, member);
    const scale = async () =>
      Number(
        /scale\(([\d.]+)/.exec((await page.locator(".chart-scene").getAttribute("transform")) ?? "")?.[1],
      );
    // A step moves on while the next one begins: press until it is there, then once more.
    const zoom = async (name: string, end: number) => {
      const button = page.getByRole("button", { name });
      await expect(async () => {
        await button.click();
        expect(await scale()).toBeCloseTo(end, 2);
      }).toPass({ intervals: [300] });
      await button.click();
      await expect.poll(scale).toBeCloseTo(end, 2);
    };
    await zoom("Zoom out", 0.1);
    await zoom("Zoom in", 1);
    await page.getByRole("button", { name: "Fit to the screen" }).click();
    await expect(item(page, member.name)).toBeInViewport({ ratio: 1 });
  });
});

test("a member without a team is led to the referral link", async ({ page, member }) => {
  await openTree(page, member);
  await expect(item(page, "Free place, Left")).toBeVisible();
  await page.getByRole("link", { name: "Open your referral link" }).click();
  await expect(page).toHaveURL(/\/referral-link$/);
});

test("both views are accessible, in light and dark", onBothSizes, async ({ page, member, team }) => {
  await openTree(page, member, `/tree-chart?start=${team.leg[7]!.refId}&find=${team.hari.refId}`);
  await item(page, /^Lata/).focus();
  await expectAccessible(page);
  await page.getByRole("button", { name: "List" }).click();
  await expect(page.getByRole("tree", { name: "Your team as a list" })).toBeVisible();
  await page.getByRole("button", { name: "Details" }).first().click();
  await expectAccessible(page);
});
