import type { Fc } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import type pg from "pg";
import type { Operation, OperationKind } from "./operations.ts";

/** The subjects of the mails about each kind of operation: to its member, and to the receiver where there is one. */
const subjects: Record<OperationKind, { own: string; received?: string }> = {
  transfer: { own: "Your transfer was sent", received: "You received a transfer" },
  internal_transfer: { own: "Coins moved to your transfer wallet" },
  withdrawal_requested: { own: "Your withdrawal request" },
  stake_from_transfer: { own: "A stake was paid from your transfer wallet" },
};

/** An operation of the clients, and how often it happened according to the ledger. */
interface Happened {
  operation: Operation;
  times: number;
}

/** Everybody must be told of what happened exactly as often as it happened, and of nothing else. */
export async function toldProblems(owner: pg.Pool, happened: readonly Happened[]): Promise<string[]> {
  return [...(await mailProblems(owner, happened)), ...(await notificationProblems(owner))];
}

async function mailProblems(owner: pg.Pool, happened: readonly Happened[]): Promise<string[]> {
  const expected = new Map<string, number>();
  const expect = (recipient: string, subject: string, amountFc: Fc, times: number) => {
    const name = `"${subject}" of ${fcText(amountFc)} to ${recipient}`;
    expected.set(name, (expected.get(name) ?? 0) + times);
  };
  for (const { operation, times } of happened) {
    const { kind, member, receiver, amountFc } = operation;
    const { own, received } = subjects[kind];
    expect(member.email, own, amountFc, times);
    if (received !== undefined) expect(receiver.email, received, amountFc, times);
  }
  const { rows: written } = await owner.query<{ name: string; times: number }>(
    `select format('"%s" of %s to %s', subject, amount, recipient) as name, count(*)::int as times
     from soak_mails where subject = any ($1) group by 1`,
    [Object.values(subjects).flatMap(({ own, received = own }) => [own, received])],
  );
  const found = new Map(written.map(({ name, times }) => [name, times]));
  const { rows: lost } = await owner.query<{ problem: string }>(
    `select format('the mail "%s" to %s is neither sent nor queued', subject, recipient) as problem from mails
     where sent_at is null and expires_at is null
       and not exists (select from jobs where task = 'send-mail' and payload ->> 'mailId' = mails.id::text)`,
  );
  return [
    ...[...new Set([...expected.keys(), ...found.keys()])]
      .filter((name) => (expected.get(name) ?? 0) !== (found.get(name) ?? 0))
      .map(
        (name) =>
          `the mail ${name} was written ${found.get(name) ?? 0} times, not ${expected.get(name) ?? 0}`,
      ),
    ...lost.map(({ problem }) => problem),
  ];
}

/** The receiver of each transfer has one notification of it. */
async function notificationProblems(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ problem: string }>(
    `with transfers as (
       select key, min(credit_id) >> 4 as member_id
       from ledger_entries entry join ledger_postings on entry_id = entry.id
       where entry.kind = 'transfer' group by entry.id, key
     ), notices as (
       select member_id, about from notifications where kind = 'transfer-received'
     )
     select case when about is null then format('member %s was not notified of %s', transfers.member_id, key)
       else format('member %s was notified of %s, which did not happen', notices.member_id, about) end as problem
     from transfers full join notices on about = key and notices.member_id = transfers.member_id
     where about is null or key is null`,
  );
  return rows.map(({ problem }) => problem);
}
