import { type Fc, asFc, asUsdCents } from "@fc/contract/units";
import { join } from "node:path";
import { daysAfter, daysBetween, endOfDay, indiaDayOf } from "@fc/contract/period";
import fc from "fast-check";
import { expect, test } from "vitest";
import { importCommand } from "../../commands/import.ts";
import { atomically, createDb, createPool, type Db } from "../../platform/db.ts";
import { withConnection } from "../../platform/one-connection.ts";
import { loginUrlOf } from "../../platform/login.ts";
import { runHere } from "../../testing/commands.ts";
import { cutDay, randomCompany, writeCompany } from "../../testing/moving-company.ts";
import type { Reference } from "../../testing/plan/reference.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { memberCodes } from "../ledger/accounts.ts";
import { verify as verifyLedger } from "../ledger/verify.ts";
import { verify as verifyNetwork } from "../network/verify.ts";
import { closeDay } from "../plan/closing.ts";
import { confirmPlanVersion, planOn } from "../plan/versions.ts";
import { addPrice } from "../prices/prices.ts";

// Hundreds of others by `MOVED_COMPANIES=300 MOVED_SEED=2 npx vitest run import-plan`.
const companies = Number(process.env["MOVED_COMPANIES"] ?? 8);
const seed = Number(process.env["MOVED_SEED"] ?? 1);
const fcFor15Usd = 150_000_000n;

test(`${companies} random companies that moved in earn to the last unit what a closing on paper says`, async () => {
  await fc.assert(
    fc.asyncProperty(
      randomCompany,
      fc.noBias(fc.bigInt({ min: 1n, max: 50_000_000_000n })),
      fc.nat(),
      async (made, poolFc, again) => {
        const { url, drop } = await createTestDatabase();
        const db = createDb(createPool({ url: loginUrlOf(url), poolSize: 2 }));
        try {
          const folder = await temporaryFolder();
          const reference = await writeCompany(join(folder, "company"), made);
          await importInto(url, db, folder);
          await goOn(db, reference, { poolFc: asFc(poolFc), again });
          expect((await verifyLedger(url)).differences).toEqual([]);
          expect((await verifyNetwork(url, { repair: false })).differences).toEqual([]);
        } finally {
          await db.destroy();
          await drop();
        }
      },
    ),
    { numRuns: companies, seed, endOnFailure: true },
  );
}, 3_600_000);

async function importInto(url: string, db: Db, folder: string): Promise<void> {
  const now = new Date("2026-01-01T00:00:00Z");
  const price = { fcFor15Usd, inrPerUsd: 830_000n, effectiveFrom: now, now };
  await atomically(db, addPrice, price);
  await atomically(db, confirmPlanVersion, { version: 1, by: null, now });
  await db
    .insertInto("operators")
    .values({
      email: "asha@example.com",
      name: "Asha Rao",
      role: "admin",
      password_hash: "",
      created_at: now,
    })
    .execute();
  const from = ["--from", join(folder, "company"), "--accept", "no-totals:1"];
  const lost = daysBetween(cutDay, daysAfter(indiaDayOf(new Date()), -1));
  const args = [...from, "--cut", cutDay, "--days-lost-accepted", `${lost}`, "--for", "asha@example.com"];
  const { code, stderr, stdout } = await runHere(importCommand, args, {
    DATABASE_URL: url,
    DATA_DIR: folder,
  });
  if (code !== 0) throw new Error(`${stderr}${stdout}`);
  // What is tested here is what closings pay; how it is opened is tested through the console.
  await withConnection({ url, purpose: "test" }, (client) => client.query("delete from arrivals"));
}

interface Going {
  poolFc: Fc;
  /** Who stakes here on the second day. */
  again: number;
}

async function goOn(db: Db, reference: Reference, { poolFc, again }: Going): Promise<void> {
  await compare(db, reference, cutDay);
  for (let number = 1; number <= 3; number++) {
    const day = daysAfter(cutDay, number);
    const noon = new Date(endOfDay(day).getTime() - 43_200_000);
    await fillPool(db, poolFc, noon);
    reference.funded.push({ amountFc: poolFc, at: noon });
    const { rules } = await planOn(db, day);
    const person = reference.people[again % reference.people.length];
    if (number === 2 && person !== undefined) {
      await stakeNow(db, { memberId: person.id, usd: 300, now: noon });
      const fcOfStake = asFc((30_000n * fcFor15Usd) / 1500n);
      reference.stake({
        person,
        usdCents: asUsdCents(30_000n),
        fc: fcOfStake,
        startedAt: noon,
        terms: rules.ros,
      });
    }
    await closeDay(db, { day, now: endOfDay(day), chunkMembers: 10 });
    const closing = await db.selectFrom("closings").selectAll().where("day", "=", day).executeTakeFirst();
    const onPaper = reference.close(day, rules, fcFor15Usd);
    expect({ dueFc: closing?.due_fc, availableFc: closing?.available_fc }).toEqual(onPaper);
    await compare(db, reference, day);
  }
}

async function compare(db: Db, reference: Reference, day: string): Promise<void> {
  const accounts = await db.selectFrom("ledger_accounts").select(["id", "balance"]).execute();
  const balances = new Map(accounts.map(({ id, balance }) => [id, balance]));
  for (const [id, wallets] of reference.wallets) {
    for (const [name, balance] of Object.entries(wallets)) {
      const code = Object.entries(memberCodes).find(([each]) => each === name)?.[1] ?? 0n;
      const found = balances.get(BigInt(id) * 16n + code) ?? 0n;
      expect({ day, id, name, balance: found }).toEqual({ day, id, name, balance });
    }
  }
}
