import { asFc } from "@fc/contract/units";
import { expect, test } from "vitest";
import { fundPool, openLedger, secretKey } from "../../testing/ledger/ledger.ts";
import { verify } from "./verify.ts";

/** What somebody with the owner's rights could do to the guards; each on a database of its own. */
test.each([
  [
    "a guard that guards something else",
    `drop trigger ledger_immutable on ledger_postings;
     create trigger ledger_immutable before truncate on ledger_postings execute function ledger_refuse()`,
    "guard: ledger_postings: not in force: CREATE TRIGGER ledger_immutable BEFORE DELETE",
  ],
  [
    "a guard function that refuses nothing",
    "create or replace function ledger_refuse() returns trigger language plpgsql as 'begin return new; end'",
    "guard: function ledger_refuse: its text",
  ],
  [
    "a function of the posting with a line more",
    `do $do$ begin execute replace(pg_get_functiondef('ledger_apply'::regproc), 'return null;', 'perform 1; return null;'); end $do$`,
    "guard: function ledger_apply: its text",
  ],
  [
    "a function without the search path that protects it",
    "alter function ledger_apply() reset search_path",
    "guard: function ledger_apply: its text",
  ],
  [
    "a function that runs with its caller's rights",
    "alter function ledger_lock(bigint[]) security invoker",
    "guard: function ledger_lock: its text",
  ],
  [
    "a function that everybody may call",
    "grant execute on function ledger_apply() to public",
    "guard: function ledger_apply: everybody may call it",
  ],
  [
    "a second function of the same name",
    "create function ledger_lock(ids int[]) returns int language sql as 'select 1'",
    "guard: function ledger_lock: there are 2",
  ],
  [
    "a weaker constraint under the same name",
    `alter table ledger_postings drop constraint ledger_postings_amount;
     alter table ledger_postings add constraint ledger_postings_amount check (amount > -1)`,
    "guard: ledger_postings: not in force: ledger_postings_amount CHECK (amount > 0)",
  ],
  [
    "a rule that swallows postings",
    "create rule swallow as on insert to ledger_seals do instead nothing",
    "guard: ledger_seals: not of this release: RULE swallow",
  ],
  [
    "a trigger of somebody else's",
    `create function strange() returns trigger language plpgsql as 'begin return new; end';
     create trigger strange after insert on ledger_entries for each row execute function strange()`,
    "guard: ledger_entries: not of this release: CREATE TRIGGER strange",
  ],
  [
    "a silenced log of the operators",
    "alter table operator_log disable trigger operator_log_immutable",
    "guard: operator_log: not in force",
  ],
  [
    "a unique index that is gone",
    "drop index ledger_entries_reversed_once",
    "guard: ledger_entries: not in force: CREATE UNIQUE INDEX ledger_entries_reversed_once",
  ],
  [
    "triggers that are switched off for the database",
    `do $do$ begin execute format('alter database %I set session_replication_role = replica', current_database()); end $do$`,
    "guard: session_replication_role = replica for database fc_",
  ],
  [
    "triggers that are switched off for a role",
    `do $do$ begin
       execute format('alter role fc_app in database %I set session_replication_role = replica', current_database());
     end $do$`,
    "guard: session_replication_role = replica for role fc_app in database fc_",
  ],
])("the verification notices %s", async (_, statement, expected) => {
  const ledger = await openLedger({ poolSize: 1 });
  try {
    await fundPool(ledger.db, asFc(5n));
    expect((await verify(ledger.url, { secretKey })).differences).toEqual([]);
    await ledger.tamper(statement);
    expect((await verify(ledger.url, { secretKey })).differences.join("\n")).toContain(expected);
  } finally {
    await ledger.close();
  }
});
