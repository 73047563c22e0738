import { asFc } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import { sql } from "kysely";
import type { KeptTables } from "../../core/feature.ts";
import { memberCodes, memberAccounts } from "../../core/ledger/accounts.ts";
import { bankRecord, panRecord } from "../../core/kyc/records.ts";
import { balancesOf } from "../../core/ledger/statement.ts";
import type { Db } from "../../platform/db.ts";
import type { SecretKey } from "../../platform/secrets.ts";

export interface Subject {
  memberId: number;
  secretKey: SecretKey;
}

export type DataRow = Readonly<Record<string, unknown>>;

export interface DataSection {
  name: string;
  title: { en: string; hi: string };
  rows: (db: Db, subject: Subject) => AsyncIterable<DataRow>;
}

/** Rows that are read at once. */
const batch = 1000;

/** Parts that are read from several tables or shown in other words than the tables have. */
const ownSections: readonly DataSection[] = [
  { name: "account", title: { en: "Account", hi: "खाता" }, rows: accountRows },
  { name: "bank", title: { en: "Bank details", hi: "बैंक विवरण" }, rows: bankRows },
  { name: "pan", title: { en: "PAN", hi: "PAN" }, rows: panRows },
  { name: "network", title: { en: "Place in the network", hi: "नेटवर्क में जगह" }, rows: networkRows },
  { name: "balances", title: { en: "Balances", hi: "बैलेंस" }, rows: balanceRows },
  { name: "movements", title: { en: "Movements", hi: "लेन-देन" }, rows: movementRows },
  { name: "directBonuses", title: { en: "Direct bonuses", hi: "डायरेक्ट बोनस" }, rows: bonusRows },
  { name: "support", title: { en: "Support", hi: "सहायता" }, rows: supportRows },
  { name: "mails", title: { en: "Mails", hi: "मेल" }, rows: mailRows },
];

/** All parts of a member's data, in the order of the file: then come the tables of the features. */
export function dataSections(kept: KeptTables): DataSection[] {
  const tables = Object.entries(kept).map(([table, { title, columns, order }]) => ({
    name: table,
    title,
    rows: (db: Db, { memberId }: Subject) =>
      pages(
        db,
        (offset) =>
          sql<DataRow>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
          where member_id = ${memberId} order by ${sql.ref(order)} limit ${batch} offset ${offset}`,
      ),
  }));
  return [...ownSections, ...tables];
}

async function* pages(
  db: Db,
  read: (offset: number) => { execute(db: Db): Promise<{ rows: DataRow[] }> },
): AsyncGenerator<DataRow> {
  for (let offset = 0; ; offset += batch) {
    const { rows } = await read(offset).execute(db);
    yield* rows;
    if (rows.length < batch) return;
  }
}

async function* accountRows(db: Db, { memberId }: Subject): AsyncGenerator<DataRow> {
  const { rows } = await sql<DataRow>`
    select ref_id as user_id, name, email, phone, gender, dob::text as date_of_birth, nominee, relation, address, city,
      pin, country, language, status, joined_at, withdrawals_held_until, confirms_by_passkey,
      link_preference, password_hash is not null as has_password,
      (select confirmed_at from anchor_subscribers where email = lower(members.email) and unsubscribed_at is null)
        as daily_seal_by_mail_since,
      (select turned_on_at from authenticators where owner_kind = 'member' and owner_id = members.id)
        as authenticator_since,
      (select set_at from mail_phrases where member_id = members.id) as mail_phrase_since
    from members where id = ${memberId}`.execute(db);
  yield* rows;
}

async function* bankRows(db: Db, subject: Subject): AsyncGenerator<DataRow> {
  const bank = await bankRecord(db, subject);
  if (!bank) return;
  const { accountNumber, ifscCode, branch, bankName } = bank;
  yield { account_number: accountNumber, ifsc_code: ifscCode, branch, bank_name: bankName };
}

async function* panRows(db: Db, subject: Subject): AsyncGenerator<DataRow> {
  const pan = await panRecord(db, subject);
  if (!pan) return;
  yield { name_in_pan: pan.nameInPan, pan_number: pan.panNumber };
  for (const { nameInPan, panNumber, until } of pan.earlier) {
    yield { name_in_pan: nameInPan, pan_number: panNumber, replaced_at: until };
  }
}

/** The sponsor, the parent and those whom the member invited, as the portal shows them: name and user id. */
async function* networkRows(db: Db, { memberId }: Subject): AsyncGenerator<DataRow> {
  const { rows } = await sql<DataRow>`
    select 'sponsor' as who, sponsor.ref_id as user_id, sponsor.name, null as side, null::timestamptz as since
    from placements join members as sponsor on sponsor.id = placements.sponsor_id
    where placements.member_id = ${memberId}
    union all
    select 'placed below', parent.ref_id, parent.name, placements.side::text, own.joined_at
    from placements join members as parent on parent.id = placements.parent_id
      join members as own on own.id = placements.member_id
    where placements.member_id = ${memberId}`.execute(db);
  yield* rows;
  yield* pages(
    db,
    (offset) =>
      sql<DataRow>`select 'invited' as who, members.ref_id as user_id, members.name, placements.side::text as side,
      members.joined_at as since
      from placements join members on members.id = placements.member_id
      where placements.sponsor_id = ${memberId} order by members.id limit ${batch} offset ${offset}`,
  );
}

async function* balanceRows(db: Db, { memberId }: Subject): AsyncGenerator<DataRow> {
  for (const [account, amount] of Object.entries(await balancesOf(db, memberId))) {
    yield { account, amount_fc: amount };
  }
}

const accountNames = new Map(Object.entries(memberCodes).map(([name, code]) => [Number(code), name]));

/** Each line of the ledger that one of the member's accounts is in. The other side stays out of it. */
async function* movementRows(db: Db, { memberId }: Subject): AsyncGenerator<DataRow> {
  const ids = memberAccounts(memberId);
  let last = { entry: 0n, line: -1 };
  for (;;) {
    const { rows } = await sql<{
      entry_id: bigint;
      line: number;
      effective_at: Date;
      kind: string;
      message: string;
      amount: bigint;
      debit: number | null;
      credit: number | null;
    }>`
      select found.entry_id, found.line, found.effective_at, entry.kind::text as kind, entry.message, found.amount,
        case when debit_id = any (${ids}::bigint[]) then (debit_id % 16)::int end as debit,
        case when credit_id = any (${ids}::bigint[]) then (credit_id % 16)::int end as credit
      from (
        select * from ledger_postings where debit_id = any (${ids}::bigint[]) and debit_id > 16
        union select * from ledger_postings where credit_id = any (${ids}::bigint[]) and credit_id > 16
      ) as found join ledger_entries as entry on entry.id = found.entry_id
      where (found.entry_id, found.line) > (${last.entry}::bigint, ${last.line}::int)
      order by found.entry_id, found.line limit ${batch}`.execute(db);
    for (const { entry_id, line, debit, credit, amount, ...row } of rows) {
      last = { entry: entry_id, line };
      yield {
        ...row,
        ...(debit !== null && { from: accountNames.get(debit) }),
        ...(credit !== null && { to: accountNames.get(credit) }),
        amount_fc: amount,
      };
    }
    if (rows.length < batch) return;
  }
}

async function* bonusRows(db: Db, { memberId }: Subject): AsyncGenerator<DataRow> {
  yield* pages(
    db,
    (offset) =>
      sql<DataRow>`select stakes.principal_usd_cents, members.ref_id as of_user_id, members.name as of_name, due_at,
      decided_on::text as decided_on, lapsed_because
      from direct_bonuses_due join stakes on stakes.id = stake_id join members on members.id = stakes.member_id
      where sponsor_id = ${memberId} order by stake_id limit ${batch} offset ${offset}`,
  );
}

/** Messages of the member and the answers. What operators note among themselves stays out of it. */
async function* supportRows(db: Db, { memberId }: Subject): AsyncGenerator<DataRow> {
  yield* pages(
    db,
    (offset) =>
      sql<DataRow>`select reference, created_at as at, 'message' as kind, message as text, upload_id as picture, number,
          email, language
        from support_records where member_id = ${memberId}
      union all
      select record.reference, event.at, event.kind, event.body, event.upload_id, '', coalesce(event.sent_to, ''),
          record.language
        from support_events as event join support_records as record on record.id = event.record_id
        where record.member_id = ${memberId} and event.kind in ('reply', 'message', 'close', 'reopen')
      order by at, reference limit ${batch} offset ${offset}`,
  );
}

async function* mailRows(db: Db, { memberId }: Subject): AsyncGenerator<DataRow> {
  yield* pages(
    db,
    (offset) =>
      sql<DataRow>`select mails.subject, mails.created_at, mails.sent_at from mails
      where recipient = (select email from members where id = ${memberId})
        and (select count(*) from members where email = mails.recipient) = 1
      order by mails.id limit ${batch} offset ${offset}`,
  );
}

/** Amounts in whole coins, dollars and rupees, times as they are stored. */
export function readable(row: DataRow): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Date) return [name, value.toISOString()];
      if (typeof value !== "bigint") return [name, value];
      if (name.endsWith("_fc")) return [name, fcText(asFc(value))];
      if (name.endsWith("_usd_cents")) return [name.replace(/_cents$/, ""), decimal(value)];
      if (name.endsWith("_paise")) return [name.replace(/_paise$/, "_inr"), decimal(value)];
      return [name, String(value)];
    }),
  );
}

function decimal(hundredths: bigint): string {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, "0");
  return `${hundredths < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
