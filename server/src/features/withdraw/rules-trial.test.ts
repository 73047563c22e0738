import { receipt } from "@fc/contract/receipts/portal";
import { referenceOf } from "@fc/contract/receipts/reference";
import { payoutRules, tryPayoutRules, type PayoutRules } from "@fc/contract/withdraw/console-payout-rules";
import { expect, test } from "vitest";
import { day } from "../../platform/clock.ts";
import { approvedPayouts } from "../../testing/approved-payouts.ts";
import { stayOperators, wideRules } from "../../testing/approvals.ts";
import { askedOfRules, makeUnsuspicious, rulesInForce } from "../../testing/payout-rules.ts";
import { feeFc } from "../../testing/payouts.ts";

const s = approvedPayouts();
const tried = async (rules: Partial<PayoutRules>) => {
  const { body } = await s.finance.client.call(tryPayoutRules, { body: { ...wideRules, ...rules } });
  const { asked, paid, stopped } = body.data;
  const stops = Object.fromEntries(
    stopped
      .filter(({ count }: { count: number }) => count > 0)
      .map((each: { rule: string; count: number; alone: number }) => [each.rule, [each.count, each.alone]]),
  );
  return { asked, paid, stops };
};

test("an operator sees what each rule would have done with the withdrawals of the last 30 days", async () => {
  const bina = await s.t.addMember();
  await s.t.withdraw(s.asha);
  await s.t.withdraw(bina, 6_000_000);
  await makeUnsuspicious(s.t, s.asha);
  await makeUnsuspicious(s.t, bina);
  const [large, small] = [8_000_000 - feeFc, 6_000_000 - feeFc];
  const asked = { count: 2, amountFc: large + small };
  expect(await tried({})).toEqual({ asked, paid: asked, stops: {} });
  const onlySmall = { count: 1, amountFc: small };
  expect(await tried({ largestFc: 6_000_000 })).toEqual({
    asked,
    paid: onlySmall,
    stops: { largestFc: [1, 1] },
  });
  // The first one uses up the day.
  const onlyLarge = { count: 1, amountFc: large };
  expect(await tried({ dayFc: 10_000_000 })).toEqual({ asked, paid: onlyLarge, stops: { dayFc: [1, 1] } });
  // Two rules stop the large one, so neither does so alone.
  const { stops } = await tried({ largestFc: 6_000_000, memberDayFc: 6_000_000 });
  expect(stops).toEqual({ largestFc: [1, 0], memberDayFc: [1, 0] });
  const { app } = s.t;
  await app.db
    .updateTable("kyc_cases")
    .set({ state: "submitted", decided_at: null })
    .where("member_id", "=", bina.member.id)
    .execute();
  expect((await tried({})).stops).toEqual({ kyc: [1, 1] });
  app.time.advance(31 * day);
  await stayOperators(app);
  expect((await tried({})).asked).toEqual({ count: 0, amountFc: 0 });
});

test("a member reads on the receipt that it was paid automatically, and not by which rules", async () => {
  await rulesInForce(s.t, [s.finance, s.admin]);
  const { id } = await askedOfRules(s.t, s.asha);
  expect((await s.finance.client.call(payoutRules, {})).body.data.inForce.usedTodayFc).toBe(
    8_000_000 - feeFc,
  );
  await s.t.payAndSettle();
  const reference = referenceOf("withdrawal", id);
  const { body } = await s.asha.client.call(receipt, { params: { userId: s.asha.member.id, reference } });
  expect(body.data).toMatchObject({ status: "A", reason: null, payout: { isAutomatic: true } });
  expect(JSON.stringify(body)).not.toMatch(/rule/i);
});
