import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { accountOf, currencyOf, houseAccount, houseCodes, memberAccount, memberCodes } from "./accounts.ts";
import { adjustment, draw, withdrawalAccepted } from "./posting.ts";
import { now, openLedger } from "../../testing/ledger/ledger.ts";

test("the database has the same chart of accounts as the code", async () => {
  const ledger = await openLedger();
  const { rows } = await sql<{ owner: string; code: number; name: string; currency: string }>`
    select owner, code, name, currency from ledger_chart`.execute(ledger.db);
  const ofCode = [
    ...Object.entries(memberCodes).map(([name, code]) => ({ owner: "member", code, name, currency: "FC" })),
    ...Object.entries(houseCodes).map(([name, code]) => ({
      owner: "house",
      code,
      name,
      currency: currencyOf(code),
    })),
  ].map((row) => ({ ...row, code: Number(row.code) }));
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
    new Set(ofCode.map(({ owner, code, name, currency }) => JSON.stringify({ owner, code, name, currency }))),
  );
  await ledger.close();
});

test("an account's number says whose it is and what", () => {
  expect(accountOf(memberAccount(7, "offer"))).toEqual({ owner: "member", memberId: 7, account: "offer" });
  expect(accountOf(houseAccount("fees"))).toEqual({ owner: "house", account: "fees" });
  expect(() => accountOf(16n)).toThrow(RangeError);
  expect(() => memberAccount(0, "offer")).toThrow(RangeError);
});

test("drawing takes all of it, from the first wallet first, and never more than a wallet holds", () => {
  const amount = fc.bigInt({ min: 0n, max: 1000n });
  fc.assert(
    fc.property(amount, amount, amount, amount, (staking, earning, offer, wanted) => {
      const drawn = draw({ staking, earning, offer }, wanted);
      expect(drawn === undefined).toBe(wanted > staking + earning + offer);
      if (!drawn) return;
      expect(drawn.staking + drawn.earning + drawn.offer).toBe(wanted);
      if (drawn.earning > 0n) expect(drawn.staking).toBe(staking);
      if (drawn.offer > 0n) expect(drawn.earning).toBe(earning);
      expect(drawn.offer).toBeLessThanOrEqual(offer);
    }),
  );
});

test("a withdrawal whose fee and deduction exceed it, or that moves nothing, is no entry", () => {
  const given = { key: "k", effectiveAt: now, memberId: 1 };
  expect(() => withdrawalAccepted({ ...given, amountFc: 5n, feeFc: 3n, deductionFc: 3n })).toThrow(
    RangeError,
  );
  expect(() => withdrawalAccepted({ ...given, amountFc: 0n, feeFc: 0n, deductionFc: 0n })).toThrow(
    RangeError,
  );
  const all = withdrawalAccepted({ ...given, amountFc: 10n, feeFc: 3n, deductionFc: 2n });
  expect(all.lines.map(({ amount }) => amount)).toEqual([5n, 3n, 2n]);
});

test("a reason cannot pass for other tokens", () => {
  const made = adjustment({
    key: "k",
    effectiveAt: now,
    memberId: 1,
    amountFc: 1n,
    account: "offer",
    direction: "debit",
    reason: " double/offer_paid ",
  });
  expect(made.message).toBe("ADJUSTMENT/double offer paid");
});
