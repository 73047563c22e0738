import { asFc, type Fc } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import { AppError } from "@fc/contract/errors";
import { sql } from "kysely";
import pg from "pg";
import { createTestDatabase } from "../test-database.ts";
import { atomically, createDb, createPool, type Db, type Tx } from "../../platform/db.ts";
import { loginUrlOf } from "../../platform/login.ts";
import { drawOrder } from "@fc/contract/wallet/kinds";
import type { MemberAccount } from "../../core/ledger/accounts.ts";
import { lockBalances, post } from "../../core/ledger/post.ts";
import {
  draw,
  internalTransfer,
  poolFunded,
  transfer,
  withdrawalRequested,
} from "../../core/ledger/posting.ts";
import { opening } from "./entries.ts";
import { secretKeyFrom, type SecretKey } from "../../platform/secrets.ts";
import { seal } from "../../core/ledger/seal.ts";
import { verify } from "../../core/ledger/verify.ts";
import { until } from "../queue.ts";

export const now = new Date("2026-02-03T04:05:06Z");
export const secretKey = secretKeyFrom("a key of thirty-two characters ok");

export interface TestLedger {
  url: string;
  db: Db;
  /** Runs a statement as the owner and without triggers, which only a superuser can do. */
  tamper(statement: string): Promise<void>;
  asOwner(statement: string): Promise<void>;
  close(): Promise<void>;
}

/** A database with the application's connections to it. */
export async function openLedger({ poolSize = 8 } = {}): Promise<TestLedger> {
  const { url, drop } = await createTestDatabase();
  const pool = createPool({ url: loginUrlOf(url), poolSize });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  return {
    url,
    db: createDb(pool),
    async tamper(statement) {
      try {
        await owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
      } catch (error) {
        await owner.query("rollback");
        throw error;
      }
    },
    async asOwner(statement) {
      await owner.query(statement);
    },
    async close() {
      await owner.end();
      await pool.end();
      await drop();
    },
  };
}

export async function addMember(db: Db): Promise<number> {
  return (await addMembers(db, 1))[0]!;
}

export async function addMembers(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into members (ref_id, name, email, joined_at)
    select upper(gen_random_uuid()::text), 'Asha Rao', 'asha@example.com', ${now} from generate_series(1, ${count}::int)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export function newKey(): string {
  return randomUUID();
}

/** A member with these balances. */
export async function addMemberWith(
  db: Db,
  amounts: Partial<Record<MemberAccount, bigint>>,
): Promise<number> {
  const memberId = await addMember(db);
  for (const [account, amountFc] of Object.entries(amounts)) {
    const given = { key: newKey(), effectiveAt: now, memberId, account: account as MemberAccount };
    await atomically(db, post, opening({ ...given, amountFc: asFc(amountFc) }));
  }
  return memberId;
}

export async function fundPool(db: Db, amountFc: Fc): Promise<void> {
  await atomically(db, post, poolFunded({ key: newKey(), effectiveAt: now, amountFc, source: "treasury" }));
}

interface WalletDraw {
  memberId: number;
  amountFc: Fc;
  key?: string;
}

/** Like the feature: locks the balances and draws on them. */
export async function requestWithdrawal(tx: Tx, { memberId, amountFc, key = newKey() }: WalletDraw) {
  const balances = await lockBalances(tx, { memberId, accounts: drawOrder });
  const drawn = draw(balances, amountFc);
  if (!drawn) throw new AppError("INSUFFICIENT_BALANCE");
  return post(tx, withdrawalRequested({ key, effectiveAt: now, memberId, drawn }));
}

export async function moveToTransfer(tx: Tx, { memberId, amountFc, key = newKey() }: WalletDraw) {
  const balances = await lockBalances(tx, { memberId, accounts: drawOrder });
  const drawn = draw(balances, amountFc);
  if (!drawn) throw new AppError("INSUFFICIENT_BALANCE");
  return post(tx, internalTransfer({ key, effectiveAt: now, memberId, drawn }));
}

export function transferOf(fromId: number, toId: number, amountFc: Fc, effectiveAt = now) {
  const from = { memberId: fromId, refId: `FC${fromId}` };
  const to = { memberId: toId, refId: `FC${toId}` };
  return transfer({ key: newKey(), effectiveAt, from, to, amountFc });
}

/**
 * Seals until every entry is sealed. One run draws the horizon and a later one seals up to it, and a transaction of
 * another test file in the same cluster, if it is older, delays that.
 */
export async function sealAll(
  { db, url }: Pick<TestLedger, "db" | "url">,
  key: SecretKey = secretKey,
): Promise<void> {
  await until(async () => {
    await seal(db, { secretKey: key, now });
    return (await verify(url)).unsealed === 0n;
  });
}

/** As if so many transactions had taken an entry's id and failed. */
export async function skipEntryIds({ asOwner }: TestLedger, count: number): Promise<void> {
  await asOwner(
    `select setval('ledger_entries_id_seq', (select last_value + ${count} from ledger_entries_id_seq))`,
  );
}
