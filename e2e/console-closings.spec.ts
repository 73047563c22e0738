import { asFc, asUsdCents } from "@fc/contract/units";
import { fcFigure } from "../contract/src/amount-text.ts";
import { walletsOf } from "../server/src/testing/money.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { stakeFromWallet } from "./money.ts";
import { operatorAt } from "./operators.ts";

test("a dry run says what the next closing would pay to whom, and pays nothing", async ({
  page,
  member,
  db,
}) => {
  // More than anybody else has staked: half a percent of it a day is the most that anybody gets.
  const principalFc = await stakeFromWallet(db, member, asUsdCents(1_000_000_00n));
  const before = await walletsOf(db, member);
  await operatorAt(page, "/console/closings", { role: "admin" });
  await expect(page.getByRole("region", { name: "Next closing" })).toBeVisible();
  const dryRun = page.getByRole("region", { name: "Dry run" });
  await dryRun.getByRole("button", { name: "Dry run" }).click();
  const earner = dryRun
    .getByRole("table", { name: "Who would get most" })
    .getByRole("row", { name: new RegExp(member.refId) });
  await expect(earner).toContainText(fcFigure(asFc(principalFc / 200n)));
  expect(await walletsOf(db, member)).toEqual(before);
  await expectAccessible(page);
});
