import { accountSql, memberCodes } from "../ledger/accounts.ts";
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
    case when status = 'closed' then '' else email end as email, phone as mobile,
    ${moment("joined_at")} as joined_at, dob::text as dob, nominee, relation, address, city, pin, country,
    sponsor.ref_id as sponsor_id, parent.ref_id as parent_id, side::text as side,
    case status when 'frozen' then 'blocked' else status end as status, language, password_hash
  from members join placements on placements.member_id = members.id
  left join (select id, ref_id from members) sponsor on sponsor.id = placements.sponsor_id
  left join (select id, ref_id from members) parent on parent.id = parent_id
  order by members.id`;

/** What a stake has earned and what was paid for it follow from the closings. */
export const stakesSelect = `
  select ref_id as user_id, ${usd("principal_usd_cents")} as amount_usd, ${fc("principal_fc")} as amount_fc,
    ${moment("started_at")} as approved_at,
    trim_scale((rules #>> '{ros,dailyBasisPoints}')::numeric * 0.01)::text as daily_percent,
    trim_scale((rules #>> '{ros,limitBasisPoints}')::numeric * 0.01)::text as limit_percent,
    ${moment("ended_at")} as ended_at,
    case when ended_at is null then '' when is_undone or reversal_entry_id is not null then 'undone'
      else 'completed' end as end_reason,
    principal_fc::text as principal, started_on::text as started_on, rules,
    ((ended_at - interval '1 millisecond') at time zone 'Asia/Kolkata')::date::text as last_day
  from stakes join members on members.id = member_id join plan_versions on version = plan_version
  order by stakes.id`;

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

/** What is carried follows from the legs. */
export const businessSelect = `
  select ref_id as user_id, member_id, consumed_usd_cents::text as consumed, ${usd("consumed_usd_cents")} as left_taken_usd,
    ${usd("consumed_usd_cents")} as right_taken_usd, ${usd("matched_usd_cents")} as matched_usd
  from pair_memory join members on members.id = member_id where consumed_usd_cents > 0 order by member_id`;

const codes = wallets.map((wallet) => memberCodes[wallet]).join(", ");
const walletName = (code: string) =>
  `case ${code} ${wallets.map((wallet) => `when ${memberCodes[wallet]} then '${wallet}'`).join(" ")} end`;
const sideOfPosting = (account: "debit_id" | "credit_id", type: "C" | "D") => `
  select ${accountSql.memberId(account)} as member_id, ${accountSql.code(account)} as code, '${type}' as type, amount,
    effective_at, entry_id, line
  from ledger_postings where ${accountSql.isMembers(account)} and ${accountSql.code(account)} in (${codes})`;

export const historySelect = `
  select ref_id as user_id, ${walletName("code")} as wallet, type, ${moment("lines.effective_at")} as at,
    ${fc("amount")} as amount_fc, left(message, 500) as message, entry_id::text as trans_id
  from (${sideOfPosting("debit_id", "D")} union all ${sideOfPosting("credit_id", "C")}) lines
  join ledger_entries entry on entry.id = entry_id
  join members on members.id = member_id
  order by lines.effective_at, entry_id, line, type`;

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
].join(" union all ");
