import type pg from "pg";
import { numberColumns } from "../../core/members/identity-numbers.ts";
import { insertAll } from "../../core/network/bulk.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { at, withoutTriggers } from "./sql.ts";

interface Members {
  firstId: number;
  lastId: number;
}

/** Every fiftieth member shares the number of the member before, as crooks and families do. */
const sharedWith = (id: number) => (id % 50 === 0 ? id - 1 : id);
export const accountOfMember = (id: number) => String(10_000_000_000 + sharedWith(id));
export function panOfMember(id: number): string {
  const number = sharedWith(id);
  const letter = (place: number) =>
    String.fromCharCode(65 + (Math.floor(number / 10_000 / 26 ** place) % 26));
  return `${letter(4)}${letter(3)}${letter(2)}P${letter(1)}${String(number % 10_000).padStart(4, "0")}${letter(0)}`;
}

const hasBank = (id: number) => id % 10 < 3;
const hasPan = (id: number) => id % 4 === 2;

/** Numbers are encrypted as the product encrypts them, because screens and files decrypt them. */
export async function writeIdentity(
  owner: pg.Client,
  { firstId, lastId, secretKey, now }: Members & { secretKey: SecretKey; now: Date },
): Promise<void> {
  const hex = (bytes: Buffer) => `\\x${bytes.toString("hex")}`;
  await owner.query("set session_replication_role = replica");
  await insertAll(
    owner,
    {
      table: "bank_details",
      columns: [
        "member_id",
        "ifsc_code",
        "branch",
        "bank_name",
        "changed_at",
        "encrypted_number",
        "number_index",
      ],
    },
    each({ firstId, lastId }, hasBank, (id) => {
      const columns = numberColumns(secretKey, { kind: "account", memberId: id }, accountOfMember(id));
      const encrypted = [hex(columns.encrypted_number), hex(columns.number_index)];
      return [id, "HDFC0000001", "Pune", "HDFC Bank", now, ...encrypted];
    }),
  );
  await insertAll(
    owner,
    {
      table: "pan_records",
      columns: ["member_id", "name_in_pan", "upload_id", "created_at", "encrypted_number", "number_index"],
    },
    each({ firstId, lastId }, hasPan, (id) => {
      const columns = numberColumns(secretKey, { kind: "pan", memberId: id, version: 1 }, panOfMember(id));
      const upload = `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`;
      return [id, "A Member", upload, now, hex(columns.encrypted_number), hex(columns.number_index)];
    }),
  );
  await owner.query("reset session_replication_role");
  await withoutTriggers(owner, cases(now));
}

function* each<Row>(
  { firstId, lastId }: Members,
  has: (id: number) => boolean,
  row: (id: number) => Row,
): Generator<Row> {
  for (let id = firstId; id <= lastId; id++) if (has(id)) yield row(id);
}

/** When the data were given, their pictures, and what became of their cases: one of forty still waits. */
const cases = (now: Date) => [
  `update bank_details set changed_at = joined_at from members where id = member_id`,
  `update pan_records set created_at = joined_at from members where id = member_id`,
  `insert into uploads (id, member_id, purpose, sha256, bytes, width, height, created_at)
    select upload_id, member_id, 'pan-proof-images', sha256(upload_id::text::bytea), 90000, 1200, 900, created_at
    from pan_records`,
  `insert into coin_addresses (member_id, address, created_at, changed_at)
    select id, 'bench1' || md5('coin/' || case when id % 50 = 0 then id - 1 else id end), joined_at, joined_at
    from members where id % 5 < 3`,
  `insert into kyc_cases (member_id, part, state, submitted_at, decided_at, decided_by, reason)
    select member_id, part, state,
      case state when 'submitted' then ${at(now)} - pg_temp.pick(member_id, 21, 4320) * interval '1 minute' else given end,
      case when state <> 'submitted' then given + interval '1 day' end,
      case when state <> 'submitted' then 1 + member_id % 4 end,
      case when state in ('rejected', 'renew') then 'The picture cannot be read.' end
    from (
      select member_id, part, given, case pg_temp.pick(member_id, 22, 40)
        when 0 then 'submitted' when 1 then 'rejected' when 2 then 'renew' else 'approved' end as state
      from (select member_id, 'bank' as part, changed_at as given from bank_details
        union all select member_id, 'pan', created_at from pan_records) given
    ) each order by given`,
  `insert into tax_rules (first_day, section, taken, rate_basis_points, rate_without_pan_basis_points, threshold_paise,
      created_at, created_by)
    values ('2020-04-01', '194R', 'withdrawal', 500, 2000, 0, '2020-01-01', 1)`,
  `insert into tax_deductions (member_id, rule_id, source, withdrawal_id, taken_at, price_id, has_pan, rate_basis_points,
      threshold_paise, base_fc, base_paise, financial_year, sum_before_paise, taxed_before_paise, taxed_paise, tax_fc,
      tax_paise)
    select member_id, (select max(id) from tax_rules), 'withdrawal', id, decided_at, 1, true, 500, 0, amount_fc,
      amount_fc / 12, extract(year from requested_at - interval '3 months'), 0, 0, amount_fc / 12, tax_fc, tax_fc / 12
    from withdrawals where status <> 'R' order by id`,
  "vacuum analyze bank_details, pan_records, coin_addresses, kyc_cases, uploads, tax_deductions",
];
