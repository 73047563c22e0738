import { type Fc, asFc } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import type { RewardKind } from "@fc/contract/plan/reward-kinds";
import { drawOrder } from "@fc/contract/wallet/kinds";
import { lockBalances, post } from "../core/ledger/post.ts";
import { draw, internalTransfer, poolFunded, transfer } from "../core/ledger/posting.ts";
import { reward } from "./ledger/entries.ts";
import { atomically, type Db, type Tx } from "../platform/db.ts";
import type { TestMember } from "./test-app.ts";

export async function fundPool(db: Db, now: Date): Promise<void> {
  const given = {
    key: randomUUID(),
    effectiveAt: now,
    amountFc: asFc(10n ** 14n),
    source: "treasury",
  } as const;
  await atomically(db, post, poolFunded(given));
}

export async function pay(
  db: Db,
  kind: RewardKind,
  memberId: number,
  amountFc: Fc,
  effectiveAt: Date,
  detail?: string,
) {
  const given = {
    key: randomUUID(),
    effectiveAt,
    memberId,
    amountFc,
    ...(detail === undefined ? {} : { detail }),
  };
  await atomically(db, post, reward(kind, given));
}

interface Movement {
  member: TestMember;
  amountFc: Fc;
  now: Date;
}

/** Moves an amount to the member's own transfer wallet; false if the wallets do not hold it. */
export async function moveInside(tx: Tx, { member, amountFc, now }: Movement): Promise<boolean> {
  const balances = await lockBalances(tx, { memberId: member.id, accounts: drawOrder });
  const drawn = draw(balances, amountFc);
  if (!drawn) return false;
  await post(tx, internalTransfer({ key: randomUUID(), effectiveAt: now, memberId: member.id, drawn }));
  return true;
}

export async function send(
  tx: Tx,
  { member, to, amountFc, now }: Movement & { to: TestMember },
): Promise<boolean> {
  const { transfer: held } = await lockBalances(tx, { memberId: member.id, accounts: ["transfer"] });
  if (held < amountFc) return false;
  const from = { memberId: member.id, refId: member.refId };
  const receiver = { memberId: to.id, refId: to.refId };
  await post(tx, transfer({ key: randomUUID(), effectiveAt: now, from, to: receiver, amountFc }));
  return true;
}
