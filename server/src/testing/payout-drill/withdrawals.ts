import { asFc } from "@fc/contract/units";
import { fcToWire } from "@fc/contract/money";
import { handOver, takeBack } from "../../features/withdraw/hand-over.ts";
import { confirmedWithdrawal } from "../../../seeds/confirmed-withdrawal.ts";
import type { Chain } from "../../platform/chain/types.ts";
import { atomically, type Db } from "../../platform/db.ts";
import { createLog } from "../../platform/logger.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { coins, fund, giveAddress, giveStake, longAgo, setPrice } from "../money.ts";
import { testPasswordHash } from "../password.ts";
import { insertTestMember } from "../test-app.ts";

interface Request {
  db: Db;
  operatorId: number;
  chain: Chain;
  secretKey: SecretKey;
  count: number;
  now: Date;
}

const eachMember = 20;
const log = createLog("silent");

/** Members with coins ask for so many withdrawals, and an operator hands all of them to the hot wallet. */
export async function handOverWithdrawals(request: Request): Promise<void> {
  const { db, chain, secretKey, operatorId, count, now } = request;
  const since = longAgo(now);
  for (let asked = 0; asked < count; asked += eachMember) {
    const details = { name: "Asha Verma", passwordHash: testPasswordHash, side: "left" as const, now: since };
    const member = await atomically(db, insertTestMember, details);
    await giveStake(db, member, since);
    await giveAddress(db, member, `0x${(1000 + member.id).toString(16).padStart(40, "0")}`, since);
    await fund(db, member, { earning: 1_000_000 }, since);
    for (let n = asked; n < Math.min(count, asked + eachMember); n++) {
      const wanted = { memberId: member.id, amountFc: coins(1000 + n), now };
      const { id } = await confirmedWithdrawal({ db, secretKey, log, chain }, wanted);
      const net = fcToWire(asFc(await netOf(db, id)));
      const operating = { operatorId, ip: "192.0.2.1", now };
      await atomically(db, handOver, { id, net, chain, secretKey, operating });
    }
  }
}

/** As an operator does who reads why it waits: a payment that was signed before a restore, and that the chain lost. */
export async function handOverLost(request: Omit<Request, "count">): Promise<void> {
  const { db, chain, secretKey, operatorId, now } = request;
  const lost = await db
    .selectFrom("chain_payouts")
    .select(["id", "withdrawal_id"])
    .where("state", "=", "waiting")
    .where("wait_reason", "like", "It was signed with nonce%")
    .execute();
  const operating = { operatorId, ip: "192.0.2.1", now };
  for (const { id: payoutId, withdrawal_id: id } of lost) {
    await atomically(db, takeBack, { payoutId, operating });
    const net = fcToWire(asFc(await netOf(db, id)));
    await atomically(db, handOver, { id, net, chain, secretKey, operating });
  }
}

async function netOf(db: Db, id: number): Promise<bigint> {
  const { amount_fc, fee_fc, tax_fc } = await db
    .selectFrom("withdrawals")
    .select(["amount_fc", "fee_fc", "tax_fc"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return amount_fc - fee_fc - tax_fc;
}

/** What all withdrawals need: a price, and the operator who hands them over. */
export async function openOffice(db: Db, now: Date): Promise<number> {
  await setPrice(db, 100, longAgo(now));
  const { id } = await db
    .insertInto("operators")
    .values({
      email: "finance@example.com",
      name: "Finance",
      role: "finance",
      password_hash: testPasswordHash,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
