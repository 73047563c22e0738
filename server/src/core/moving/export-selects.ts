import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { accountSql, houseCodes, memberCodes } from "../ledger/accounts.ts";
import { putInByMember, tookOutByMember } from "../members/lifetimes.ts";
import { legsOfAll } from "../network/legs.ts";
import { deductedSum, remittedSum } from "../taxes/owed.ts";
import { nobodysDomain } from "./import-members.ts";
import { drawOrder, wallets } from "@fc/contract/wallet/kinds";

/**
 * Where the rows of each file come from, its columns by their names in the format. Everything is text, as it stands in
 * the file, and in one order, so that two exports of the same moment are the same.
 */
// Multiplied and not divided: PostgreSQL rounds quotients of large numbers.
const fc = (units: string) => `trim_scale((${units})::numeric * 0.0001)::text`;
const usd = (cents: string) => `trim_scale((${cents})::numeric * 0.01)::text`;
const moment = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const balance = (wallet: keyof typeof memberCodes) =>
  `coalesce((select balance from ledger_accounts
    where id = ${accountSql.ofMember("members.id", memberCodes[wallet])}), 0)`;
const owed = `coalesce((select sum(amount_fc - collected_fc) from deductions
  where member_id = members.id and cancelled_at is null), 0)`;
/** The state of the newest case. */
const kyc = (part: "bank" | "pan", memberId: string) =>
  `coalesce((select state from kyc_cases where kyc_cases.member_id = ${memberId} and part = '${part}'
    order by id desc limit 1), 'submitted')`;

// What an erased account still has is a name that says so and an address that nobody has. A frozen account cannot be
// used, as a blocked one.
export const membersSelect = `
  select members.ref_id as user_id, members.name, gender,
    case when status = 'closed' or email like '%${nobodysDomain}' then '' else email end as email, phone as mobile,
    ${moment("joined_at")} as joined_at, dob::text as dob, nominee, relation, address, city, pin, country,
    sponsor.ref_id as sponsor_id, parent.ref_id as parent_id, side::text as side,
    case status when 'frozen' then 'blocked' else status end as status, language,
    coalesce(password_hash, moved_passwords.hash) as password_hash
  from members left join moved_passwords on moved_passwords.member_id = members.id and used_at is null join placements on placements.member_id = members.id
  left join (select id, ref_id from members) sponsor on sponsor.id = placements.sponsor_id
  left join (select id, ref_id from members) parent on parent.id = parent_id
  order by members.id`;

/**
 * What a stake has earned and what was paid for it follow from the closings, beside what it brought from the system
 * before. What had ended there has no stake here.
 */
export const stakesSelect = `
  select ref_id as user_id, ${usd("made.principal_usd_cents")} as amount_usd, ${fc("made.principal_fc")} as amount_fc,
    ${moment("approved_at")} as approved_at, trim_scale(daily * 0.01)::text as daily_percent,
    trim_scale(most * 0.01)::text as limit_percent, ${moment("ended_at")} as ended_at, end_reason,
    made.principal_fc::text as principal, started_on, rules, earned_before, paid_before,
    ((ended_at - interval '1 millisecond') at time zone 'Asia/Kolkata')::date::text as last_day
  from (
    select moved.id as place, stakes.id, stakes.member_id, stakes.principal_usd_cents, stakes.principal_fc,
      coalesce(moved.approved_at, started_at) as approved_at, (rules #>> '{ros,dailyBasisPoints}')::numeric as daily,
      (rules #>> '{ros,limitBasisPoints}')::numeric as most, stakes.ended_at,
      case when stakes.ended_at is null then '' when is_undone or reversal_entry_id is not null then 'undone'
        else 'completed' end as end_reason,
      started_on::text as started_on, rules, coalesce(earned_fc, 0)::text as earned_before,
      coalesce(paid_fc, 0)::text as paid_before
    from stakes join plan_versions on version = plan_version left join moved_stakes moved on stake_id = stakes.id
    union all
    select id, null, member_id, principal_usd_cents, principal_fc, approved_at, daily_basis_points, limit_basis_points,
      ended_at, end_reason, null, null, earned_fc::text, paid_fc::text
    from moved_stakes where stake_id is null
  ) made join members on members.id = made.member_id
  order by place, made.id`;

export const balancesSelect = `
  select * from (
    select ref_id as user_id, ${wallets.map((wallet) => `${fc(balance(wallet))} as ${wallet}_fc`).join(", ")},
      ${fc(owed)} as deduction_fc, id
    from members
  ) of_members
  where ${[...wallets, "deduction"].map((name) => `${name}_fc <> '0'`).join(" or ")} order by id`;

export const addressesSelect = `
  select ref_id as user_id, given.kind, given.address, since from (
    select member_id, 'coin' as kind, address, ${moment("changed_at")} as since from coin_addresses
    union all
    select member_id, 'fmdc', address, ${moment("created_at")} from fmdc_addresses
  ) given join members on members.id = member_id order by member_id, kind`;

export const bankSelect = `
  select ref_id as user_id, ifsc_code, branch, bank_name, upload_id::text as picture, ${moment("changed_at")} as since,
    ${kyc("bank", "bank_details.member_id")} as kyc, member_id, account_number as clear, encrypted_number as encrypted
  from bank_details join members on members.id = member_id order by member_id`;

export const panSelect = `
  select distinct on (member_id) ref_id as user_id, name_in_pan, upload_id::text as picture,
    ${moment("created_at")} as since, ${kyc("pan", "pan_records.member_id")} as kyc, member_id, version,
    pan_number as clear, encrypted_number as encrypted
  from pan_records join members on members.id = member_id order by member_id, version desc`;

export const stakingRequestsSelect = `
  select ref_id as user_id, ${usd("amount_usd_cents")} as amount_usd, ${moment("requested_at")} as requested_at,
    upload_id::text as picture, utr, tx_hash as transaction
  from staking_requests join members on members.id = member_id
  where staking_requests.status = 'P' order by staking_requests.id`;

export const withdrawalsSelect = `
  select ref_id as user_id, ${moment("requested_at")} as requested_at, withdrawals.address,
    ${drawOrder.map((wallet) => `${fc(`from_${wallet}_fc`)} as ${wallet}_fc`).join(", ")}, ${fc("fee_fc")} as fee_fc
  from withdrawals join members on members.id = member_id
  where withdrawals.status = 'P' order by withdrawals.id`;

/** For a connection of its own, the text of a query that needs no values. */
const texts = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** What is carried follows from the legs. Who has nothing to be matched, and of whom nothing was taken, has no line. */
export const businessSelect = `
  select ref_id as user_id, ${usd("left_taken")} as left_taken_usd, ${usd("right_taken")} as right_taken_usd,
    ${usd("coalesce(matched_usd_cents, 0)")} as matched_usd, ${usd("left_stands - left_taken")} as left_carried_usd,
    ${usd("right_stands - right_taken")} as right_carried_usd
  from members left join pair_memory on pair_memory.member_id = members.id
  left join (${legsOfAll().compile(texts).sql}) legs on legs.member_id = members.id
  cross join lateral (
    select coalesce(consumed_usd_cents + left_before_usd_cents, 0) as left_taken,
      coalesce(consumed_usd_cents + right_before_usd_cents, 0) as right_taken,
      coalesce(left_business_usd_cents, 0) as left_stands, coalesce(right_business_usd_cents, 0) as right_stands
  ) figures
  where left_taken <> 0 or right_taken <> 0 or least(left_stands, right_stands) <> 0
  order by members.id`;

export const lifetimesSelect = `
  select ref_id as user_id, ${usd("coalesce(put_usd_cents, 0)")} as paid_in_usd, ${fc("coalesce(put_fc, 0)")} as paid_in_fc,
    ${fc("coalesce(took_fc, 0)")} as paid_out_fc
  from members left join (${putInByMember}) put_in on put_in.member_id = members.id
  left join (${tookOutByMember}) took_out on took_out.member_id = members.id
  where put_fc > 0 or put_usd_cents > 0 or took_fc > 0 order by members.id`;

export const taxYearsSelect = `
  select ref_id as user_id, financial_year || '-' || lpad(((financial_year + 1) % 100)::text, 2, '0') as financial_year,
    ${usd("sum_paise")} as counted_inr, ${usd("taxed_paise")} as taxed_inr
  from tax_years join members on members.id = member_id order by member_id, tax_years.financial_year`;

const owedToState = `(select coalesce(sum(case when credit_id = ${houseCodes.tax_withheld} then amount else -amount end), 0)
  from ledger_postings where ${houseCodes.tax_withheld} in (debit_id, credit_id))`;
const inPool = `coalesce((select balance from ledger_accounts where id = ${houseCodes.rewards_pool}), 0)`;

export const houseSelect = `
  select 'pool_fc' as what, ${fc(inPool)} as value
  union all select 'tax_owed_fc', ${fc(owedToState)}
  union all select 'tax_owed_inr', ${usd(`${deductedSum} - ${remittedSum}`)}`;

const codes = wallets.map((wallet) => memberCodes[wallet]).join(", ");
const walletName = (code: string) =>
  `case ${code} ${wallets.map((wallet) => `when ${memberCodes[wallet]} then '${wallet}'`).join(" ")} end`;
const sideOfPosting = (account: "debit_id" | "credit_id", type: "C" | "D") => `
  select ${accountSql.memberId(account)} as member_id, ${accountSql.code(account)} as code, '${type}' as type, amount,
    effective_at, entry_id, line
  from ledger_postings where ${accountSql.isMembers(account)} and ${accountSql.code(account)} in (${codes})`;

/** First what came from the system before. The entries that opened the wallets here are no movements. */
export const historySelect = `
  select ref_id as user_id, wallet, type, ${moment("lines.at")} as at, ${fc("amount")} as amount_fc, message, trans_id
  from (
    select id as place, member_id, wallet, type, at, amount_fc as amount, message, trans_id, null::bigint as entry_id,
      null::int as line
    from moved_history
    union all
    select null, member_id, ${walletName("code")}, type, lines.effective_at, amount, left(message, 500),
      entry_id::text, entry_id, line
    from (${sideOfPosting("debit_id", "D")} union all ${sideOfPosting("credit_id", "C")}) lines
    join ledger_entries entry on entry.id = entry_id where entry.key not like 'moved-in/%'
  ) lines
  join members on members.id = member_id
  order by place, lines.at, entry_id, line, type`;

const sumOf = (wallet: keyof typeof memberCodes) =>
  fc(`coalesce((select sum(balance) from ledger_accounts
    where ${accountSql.isMembers("id")} and ${accountSql.code("id")} = ${memberCodes[wallet]}), 0)`);
const total = (name: string, value: string) => `select '${name}' as total, '' as user_id, ${value} as value`;
const running = "from stakes where ended_at is null";

/** Added up from the records themselves and not from the files. */
export const totalsSelect = [
  total("members", "(select count(*) from members)::text"),
  ...wallets.map((wallet) => total(wallet, sumOf(wallet))),
  total(
    "deduction",
    fc("(select coalesce(sum(amount_fc - collected_fc), 0) from deductions where cancelled_at is null)"),
  ),
  total("stakes", `(select count(*) ${running})::text`),
  total("staked_usd", usd(`(select coalesce(sum(principal_usd_cents), 0) ${running})`)),
  total("staked_fc", sumOf("staked")),
  total("withdrawals", "(select count(*) from withdrawals where status = 'P')::text"),
  total("withdrawals_fc", sumOf("withdraw_pending")),
  total("staking_requests", "(select count(*) from staking_requests where status = 'P')::text"),
  total(
    "staking_requests_usd",
    usd("(select coalesce(sum(amount_usd_cents), 0) from staking_requests where status = 'P')"),
  ),
  total("paid_in_usd", usd(`(select coalesce(sum(put_usd_cents), 0) from (${putInByMember}) put_in)`)),
  total("paid_in_fc", fc(`(select coalesce(sum(put_fc), 0) from (${putInByMember}) put_in)`)),
  total("paid_out_fc", fc(`(select coalesce(sum(took_fc), 0) from (${tookOutByMember}) took_out)`)),
].join(" union all ");
