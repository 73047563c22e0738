import { asUsdCents } from "@fc/contract/units";
import { atomically } from "../server/src/platform/db.ts";
import { fund, giveAddress, longAgo } from "../server/src/testing/money.ts";
import { insertTestMember } from "../server/src/testing/test-app.ts";
import { expect, test as base, type Member } from "./fixtures.ts";
import { brokenFiguresOf, cutOf, excessOf, shiftOf, unusedStylesOf } from "./fits.ts";
import { payRewards, stakeFromWallet } from "./money.ts";
import { pagesOf } from "./router.ts";
import { signIn } from "./sessions.ts";

/** As members with weak eyes set it; a phone of usual width. */
const largeText = { width: 390, height: 844, textPercent: 200 };
const narrowest = { width: 320, height: 640 };

const test = base.extend<{ rich: Member }>({
  /** Reads Hindi, and has something on most pages: long amounts, rewards, a stake, a team. */
  rich: async ({ member, passwordHash, db }, use) => {
    const now = longAgo(new Date());
    await db.updateTable("members").set({ language: "hi" }).where("id", "=", member.id).execute();
    await fund(db, member, { staking: 175_767_160, earning: 127_919_838 }, now);
    await giveAddress(db, member, "0x52908400098527886E0F7030069857D2E4169EE7", now);
    await stakeFromWallet(db, member, asUsdCents(15_000n));
    await atomically(db, payRewards, { member, count: 30, kind: "ros" });
    await atomically(db, payRewards, { member, count: 3, kind: "offer_reward", detail: "$7,500" });
    for (const side of ["left", "right"] as const) {
      const name = "Venkatanarasimharajuvaripeta Krishnamurthy";
      await atomically(db, insertTestMember, { name, passwordHash, sponsorId: member.id, side, now });
    }
    await use(member);
  },
});

test.use({ colorScheme: "dark" });

test("every page stays where it was while it loads, preloads what it uses, fits 320 px in Hindi, and at 200 % text nothing is cut", async ({
  page,
  rich,
}) => {
  test.slow();
  await page.addInitScript(() => localStorage.setItem("fcLanguage", "hi"));
  await signIn(page, rich);
  await page.setViewportSize(narrowest);
  await page.goto("/");
  await expect(page.locator("[data-home]").first()).toBeVisible();
  const problems: Record<string, object> = {};
  for (const { path } of await pagesOf(page)) {
    // It leads on those who have accepted.
    if (path === "/accept") continue;
    await page.setViewportSize(narrowest);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    // The dashboard's chart is loaded when it is seen.
    const outlines = page.locator("main [role=status][aria-label]:not([data-home=history] *)");
    await expect(outlines, path).toHaveCount(0);
    const unused = await unusedStylesOf(page);
    if (unused.length > 0) problems[`${path} preloads`] = unused;
    const shift = await shiftOf(page);
    const narrow = { excess: await excessOf(page), broken: await brokenFiguresOf(page) };
    await page.setViewportSize(largeText);
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`;
    }, largeText.textPercent);
    const large = {
      excess: await excessOf(page),
      broken: await brokenFiguresOf(page),
      cut: await cutOf(page),
    };
    const fits = { excess: 0, broken: [] };
    if (shift >= 0.05) problems[`${path} moves`] = { shift };
    if (JSON.stringify(narrow) !== JSON.stringify(fits)) problems[`${path} at 320 px`] = narrow;
    if (JSON.stringify(large) !== JSON.stringify({ ...fits, cut: [] })) problems[`${path} at 200 %`] = large;
  }
  expect(problems).toEqual({});
});
