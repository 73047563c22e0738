import { asUsdCents } from "@fc/contract/units";
import { readFile } from "node:fs/promises";
import { atomically } from "../server/src/platform/db.ts";
import { recordTeamEvent } from "../server/src/core/network/place.ts";
import { insertTestMember } from "../server/src/testing/test-app.ts";
import { expectAccessible } from "./accessibility.ts";
import { chooseFilters } from "./filters.ts";
import { rowsInSight } from "./fits.ts";
import { expect, onBothSizes, test as base, type Member } from "./fixtures.ts";
import { signedInAt } from "./sessions.ts";

const names = [
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
  "Lata",
];

/** Twelve below each other, each on the other side of the one before; the first one has a stake. */
const test = base.extend<{ team: Member[] }>({
  team: async ({ db, passwordHash, member }, use) => {
    const team: Member[] = [];
    let sponsorId = member.id;
    for (const [index, name] of names.entries()) {
      const side = index % 2 === 0 ? "left" : "right";
      const details = { name: `${name} Rao`, passwordHash, sponsorId, side, now: new Date() } as const;
      team.push(await atomically(db, insertTestMember, details));
      sponsorId = team[index]?.id ?? sponsorId;
    }
    const stake = {
      memberId: team[0]!.id,
      activeUsers: 1,
      businessUsdCents: asUsdCents(150_00n),
      now: new Date(),
    } as const;
    await atomically(db, recordTeamEvent, stake);
    await use(team);
  },
});

test(
  "everybody below is listed newest first, narrowed by leg, stake and name, page by page",
  onBothSizes,
  async ({ page, member, team, isMobile }) => {
    await signedInAt(page, member, "/direct-referrals");
    await page.getByRole("navigation", { name: "Team" }).getByRole("link", { name: "My team" }).click();
    await expect(page).toHaveURL(/\/my-team$/);
    const shown = page.locator("tbody td:nth-child(2), .table-cards .table-card-top strong");
    await expect(shown).toHaveText(names.toReversed().map((name) => `${name} Rao`));
    await expect(page.getByRole("table")).toHaveCount(isMobile ? 0 : 1);
    await expectAccessible(page);
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(8);

    await page.goto("/my-team?size=10");
    await expect(shown).toHaveCount(10);
    await page.getByRole("button", { name: "Older" }).click();
    await expect(shown).toHaveText(["Bina Rao", "Asha Rao"]);

    await page.goto("/my-team");
    await chooseFilters(page, async () => {
      await page.getByLabel("Stake status").selectOption("Active stake");
      await expectAccessible(page);
    });
    await expect(shown).toHaveText(["Asha Rao"]);
    await expect(page.getByText("$150")).toBeVisible();
    await expect(page.getByRole("button", { name: "Filters: 1 chosen" })).toHaveCount(isMobile ? 1 : 0);
    await chooseFilters(page, () => page.getByRole("combobox", { name: "Team" }).selectOption("Right"));
    await expect(page.getByText("Nothing fits what you searched for.")).toBeVisible();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("searchbox").fill("gita");
    await expect(shown).toHaveText(["Gita Rao"]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download CSV" }).click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("Gita Rao");
    await page.getByRole("link", { name: team[6]!.refId }).click();
    await expect(page).toHaveURL(/\/tree-chart/);
  },
);
