import { closureMutants } from "./closure-mutants.ts";

/**
 * Ways to weaken the guards in the database, each with the test that must notice it: `npm run mutate:sql`. A mutant
 * either replaces a part of a function's text, in whatever lines it is, or is a statement that removes a constraint, a
 * trigger or a limit.
 */
export interface SqlMutant {
  /** What goes wrong with it. */
  name: string;
  change: { function: string; from: string; to: string } | { statement: string };
  /** The test's name begins with this; describe and test are separated by " > ". */
  killedBy: { file: string; test: string };
}

const ledger = (test: string) => ({ file: "server/src/core/ledger/ledger.test.ts", test });
const bulk = (test: string) => ({ file: "server/src/core/ledger/bulk.test.ts", test });
const guards = (test: string) => ({
  file: "server/src/core/ledger/guards.test.ts",
  test: `the database refuses > ${test}`,
});
const months = (test: string) => ({ file: "server/src/core/ledger/months.test.ts", test });
const apply = (from: string, to: string) => ({ function: "ledger_apply", from, to });
const addMonths = (from: string, to: string) => ({ function: "ledger_add_months", from, to });
/** Of the accounts of a small posting. */
const [firstMoved, lastMoved, monthsAdded] = [
  "first_on = least(account.first_on, first_day)",
  "last_on = greatest(account.last_on, last_day)",
  "months = account.months | given_months",
];
const applyDays = (...kept: string[]) => {
  const end = "from changes where account.id = changes.id returning account.id";
  return apply(`${[firstMoved, lastMoved, monthsAdded].join(", ")} ${end}`, `${kept.join(", ")} ${end}`);
};

export const sqlMutants: readonly SqlMutant[] = [
  {
    name: "dollars are posted to coins",
    change: apply("(debit_id between 14 and 16) <> (credit_id between 14 and 16)", "false"),
    killedBy: guards("a posting of dollars for coins"),
  },
  {
    name: "an account is posted to itself",
    change: apply("debit_id = credit_id or", ""),
    killedBy: guards("a posting of to itself"),
  },
  {
    name: "a line joins an entry of an earlier transaction, where entries follow each other",
    change: apply(
      "entry.effective_at = given.first_at\n      and entry.xid = pg_current_xact_id()",
      "entry.effective_at = given.first_at",
    ),
    killedBy: guards("a posting of to an entry of before"),
  },
  {
    name: "a line joins an entry of an earlier transaction, where each entry is checked",
    change: apply(
      "entry.effective_at = of_entry.effective_at\n          and entry.xid = pg_current_xact_id()",
      "entry.effective_at = of_entry.effective_at",
    ),
    killedBy: guards("a posting of to an entry of before"),
  },
  {
    name: "a line has another time than its entry, where entries follow each other",
    change: apply("and entry.effective_at = given.first_at\n", "\n"),
    killedBy: guards("a posting of of another time than its entry"),
  },
  {
    name: "a line has another time than its entry, where each entry is checked",
    change: apply("and entry.effective_at = of_entry.effective_at\n", "\n"),
    killedBy: guards("a posting of of another time than its entry"),
  },
  {
    name: "a line belongs to no entry",
    change: apply("or not are_entries_ours then", "then"),
    killedBy: guards("a posting of without an entry"),
  },
  {
    name: "an empty account is debited",
    change: apply("if is_overdrawn then", "if false then"),
    killedBy: guards("a debit of an account that never held anything"),
  },
  {
    name: "a wallet outside of the chart is credited",
    change: apply("(account.id & 15) not between 1 and 6 or", ""),
    killedBy: guards("a posting of to no account"),
  },
  {
    name: "somebody who is no member is credited",
    change: apply("or not exists (select from members where members.id = account.id >> 4)", ""),
    killedBy: ledger("an entry > of a reversal, of nobody, or for nobody is refused"),
  },
  {
    name: "a large posting leaves the pool as it was",
    change: apply("set balance = balance - given.amount,", "set balance = balance,"),
    killedBy: bulk("in thousands of lines from the pool > one coin beyond the pool refuses all of them"),
  },
  {
    name: "of several lines to one wallet in a large posting one counts",
    change: apply("if cardinality(credit_ids) = given.lines then", "if credit_ids is not null then"),
    killedBy: bulk("in thousands of lines from the pool > several lines to one wallet are added up"),
  },
  {
    name: "a large posting forgets the wallets that have no row yet",
    change: apply("if changed < given.lines then", "if false then"),
    killedBy: bulk("in thousands of lines from the pool > every wallet gets its own"),
  },
  {
    name: "a large posting forgets the wallets that another transaction makes",
    change: apply("if changed + made < given.lines then", "if false then"),
    killedBy: bulk("in thousands of lines from the pool > a wallet that another transaction makes"),
  },
  {
    name: "a large posting credits somebody who is no member",
    change: apply("where members.id = account.member_id\n", "where true\n"),
    killedBy: bulk("in thousands of lines from the pool > somebody who is no member"),
  },
  {
    name: "a large posting credits a wallet outside of the chart",
    change: apply("as id where (id & 15) not between 1 and 6)", "as id where false)"),
    killedBy: bulk("in thousands of lines from the pool > a wallet outside of the chart"),
  },
  {
    name: "of several lines of one account in a small posting one counts",
    change: apply(
      "with changes as materialized (\n    select id, sum(change)::bigint",
      "with changes as materialized (\n    select id, max(change)::bigint",
    ),
    killedBy: ledger("an entry > is reversed once, by the opposite, and only while the money is there"),
  },
  {
    name: "accounts are locked in any order",
    change: apply(
      "-- In id order, so that two statements that share accounts wait for each other but never deadlock.\n    order by id",
      "order by random()",
    ),
    killedBy: ledger("at once > transfers that cross each other all pass, without a deadlock"),
  },
  {
    name: "anybody may use the trigger that changes balances",
    change: { statement: "grant execute on function ledger_apply() to public" },
    killedBy: guards("balances changed by our trigger on a table of somebody else's"),
  },
  {
    name: "a balance to decide by is read without a lock",
    change: { function: "ledger_lock", from: "for no key update", to: "" },
    killedBy: guards("a change of a balance that another transaction decides by, until that ends"),
  },
  {
    name: "amounts of several entries go through floating point",
    change: {
      function: "ledger_post_many",
      from: "(line.value ->> 2)::bigint",
      to: "(line.value ->> 2)::float8::bigint",
    },
    killedBy: {
      file: "server/src/core/ledger/guards.test.ts",
      test: "an amount beyond what a number of JSON can say exactly is posted to the last unit",
    },
  },
  {
    name: "an entry is made without its lines",
    change: {
      function: "ledger_post",
      from: "from unnest(debit_ids, credit_ids, amounts) with",
      to: "from unnest(debit_ids[:0], credit_ids[:0], amounts[:0]) with",
    },
    killedBy: ledger("at once > 32 transfers of the whole balance that do not check it first"),
  },
  {
    name: "the ledger's guard refuses nothing",
    change: { function: "ledger_refuse", from: "begin\n", to: "begin\n  return null;\n" },
    killedBy: guards("a changed posting, to the application and to the owner"),
  },
  {
    name: "the guard of the operators' log refuses nothing",
    change: { function: "operator_log_refuse", from: "begin\n", to: "begin\n  return null;\n" },
    killedBy: guards("a changed log of the operators, to the application and to the owner"),
  },
  {
    name: "the operators' log can be removed",
    change: { statement: "drop trigger operator_log_immutable on operator_log" },
    killedBy: guards("a removed log of the operators, to the application and to the owner"),
  },
  {
    name: "entries can be changed",
    change: { statement: "drop trigger ledger_immutable on ledger_entries" },
    killedBy: guards("a changed entry, to the application and to the owner"),
  },
  {
    name: "postings can be removed",
    change: { statement: "drop trigger ledger_immutable on ledger_postings" },
    killedBy: guards("a removed posting, to the application and to the owner"),
  },
  {
    name: "the first month can be changed directly",
    change: { statement: "drop trigger ledger_immutable on ledger_months.first" },
    killedBy: months("nobody posts into the part first or changes it"),
  },
  {
    name: "what comes after the months that are made can be changed directly",
    change: { statement: "drop trigger ledger_immutable on ledger_months.later" },
    killedBy: months("nobody posts into the part later or changes it"),
  },
  {
    name: "the archive of months can be changed directly",
    change: { statement: "drop trigger ledger_immutable on ledger_months.archive" },
    killedBy: months("nobody posts into the part archive or changes it"),
  },
  {
    name: "the application sees the months",
    change: {
      statement: `grant usage on schema ledger_months to fc_app;
        grant select on all tables in schema ledger_months to fc_app`,
    },
    killedBy: months("nobody posts into the part first or changes it"),
  },
  {
    name: "months are made without their guard",
    change: addMonths(
      `execute format('create trigger ledger_immutable before insert or update or delete or truncate on ledger_months.%I
        for each statement execute function ledger_refuse()', part);`,
      "",
    ),
    killedBy: months("months are made half a year ahead"),
  },
  {
    name: "months are made without their key",
    change: addMonths(
      `including constraints, constraint %I primary key (entry_id, line))', part, part || '_pkey');`,
      "including constraints)', part);",
    ),
    killedBy: months("months are made half a year ahead"),
  },
  {
    name: "what comes after the months is made again without its guard",
    change: addMonths(
      `create trigger ledger_immutable before insert or update or delete or truncate on ledger_months.later
        for each statement execute function ledger_refuse();`,
      "",
    ),
    killedBy: months("months are made half a year ahead"),
  },
  {
    name: "everybody may make months",
    change: { statement: "grant execute on function ledger_add_months() to public" },
    killedBy: months("months are made half a year ahead"),
  },
  {
    name: "the first day of an account is not moved, so its statement leaves out months",
    change: applyDays(lastMoved, monthsAdded),
    killedBy: months("a statement goes through the months, page by page"),
  },
  {
    name: "the last day of an account is not moved, so its statement leaves out months",
    change: applyDays(firstMoved, monthsAdded),
    killedBy: months("a statement goes through the months, page by page"),
  },
  {
    name: "the months of an account are not added, so its statement leaves them out",
    change: applyDays(firstMoved, lastMoved),
    killedBy: months("a statement goes through the months, page by page"),
  },
  {
    name: "the months of an account are not added by a closing, so its statement leaves them out",
    change: apply(
      "months = account.months | given_months -- The list",
      "months = account.months -- The list",
    ),
    killedBy: months("what closings post in several months is found"),
  },
  {
    name: "the months that an account begins with are not kept",
    change: apply(
      "change, first_day, last_day, given_months from changes",
      "change, first_day, last_day, 0::bit(128) from changes",
    ),
    killedBy: months("a member with a line now and then > sees each of them once"),
  },
  {
    name: "seals can be removed",
    change: { statement: "drop trigger ledger_immutable on ledger_seals" },
    killedBy: guards("a removed seal, to the application and to the owner"),
  },
  {
    name: "balances can be written",
    change: { statement: "drop trigger ledger_posting_only on ledger_accounts" },
    killedBy: guards("a changed balance, to the application and to the owner"),
  },
  {
    name: "accounts can be removed",
    change: { statement: "drop trigger ledger_no_removal on ledger_accounts" },
    killedBy: guards("a removed account, to the application and to the owner"),
  },
  {
    name: "a balance goes below zero",
    change: { statement: "alter table ledger_accounts drop constraint ledger_accounts_not_below_zero" },
    killedBy: ledger("at once > 32 transfers of the whole balance that do not check it first"),
  },
  {
    name: "a negative amount is posted",
    change: { statement: "alter table ledger_postings drop constraint ledger_postings_amount" },
    killedBy: guards("a posting of a negative amount"),
  },
  {
    name: "the same thing happens twice",
    change: { statement: "alter table ledger_entries drop constraint ledger_entries_key" },
    killedBy: ledger("an entry > happens once for its business key"),
  },
  {
    name: "an entry is reversed twice",
    change: { statement: "drop index ledger_entries_reversed_once" },
    killedBy: guards("a second reversal, also under another key"),
  },
  {
    name: "a reversal names no entry",
    change: { statement: "alter table ledger_entries drop constraint ledger_entries_reversal" },
    killedBy: guards("a reversal that names no entry"),
  },
  {
    name: "the application chooses when an entry was written",
    change: { statement: "grant insert (recorded_at) on ledger_entries to fc_app" },
    killedBy: guards("an entry with a number or a time of the application's choosing"),
  },
  {
    name: "the parts of a withdrawal are not its amount",
    change: { statement: "alter table withdrawals drop constraint withdrawals_check" },
    killedBy: guards("a withdrawal whose parts are not its amount"),
  },
  {
    name: "more is collected than is owed",
    change: { statement: "alter table deductions drop constraint deductions_check" },
    killedBy: guards("a deduction collected beyond what is owed"),
  },
  {
    name: "one operator does what takes two",
    change: { statement: "alter table adjustments drop constraint adjustments_check4" },
    killedBy: guards("an adjustment confirmed by the operator who proposed it"),
  },
  {
    name: "one operator corrects a member's record alone",
    change: { statement: "alter table corrections drop constraint corrections_check3" },
    killedBy: guards("a correction confirmed by the operator who proposed it"),
  },
  {
    name: "two corrections of the same record wait",
    change: { statement: "drop index corrections_open" },
    killedBy: {
      file: "server/src/features/members/corrections.test.ts",
      test: "a new e-mail address by support > is proposed once",
    },
  },
  {
    name: "a PAN is replaced without a correction",
    change: { statement: "alter table pan_records drop constraint pan_records_check" },
    killedBy: guards("a corrected PAN without its correction"),
  },
  {
    name: "a PAN can be changed",
    change: { statement: "grant update on pan_records to fc_app" },
    killedBy: guards("a changed PAN, to the application"),
  },
  {
    name: "a withdrawal that was taken back is decided",
    change: { statement: "alter table withdrawals drop constraint withdrawals_check2" },
    killedBy: guards("a withdrawal that its member took back and an operator decided"),
  },
  {
    name: "a staking request that was taken back is decided",
    change: { statement: "alter table staking_requests drop constraint staking_requests_check2" },
    killedBy: guards("a staking request that its member took back and an operator decided"),
  },
  {
    name: "one payment settles several withdrawals",
    change: { statement: "drop index withdrawals_transaction" },
    killedBy: guards("a payment that settles a second withdrawal"),
  },
  {
    name: "one key makes a request twice",
    change: {
      statement: `alter table idempotency_keys drop constraint idempotency_keys_member_id_key_key;
        create index on idempotency_keys (member_id, key)`,
    },
    killedBy: guards("a second request under one key"),
  },
  {
    name: "a closing pays more than the pool held",
    change: { statement: "alter table closings drop constraint closings_check" },
    killedBy: guards("a closing that pays more than the pool held"),
  },
  {
    name: "two members have one place",
    change: { statement: "alter table placements drop constraint placements_place" },
    killedBy: guards("two members in one place"),
  },
  {
    name: "a member has a sponsor but no place",
    change: { statement: "alter table placements drop constraint placements_check" },
    killedBy: guards("a member with a sponsor but no place"),
  },
  ...closureMutants,
];
