import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import { functionFiles, type FunctionFile } from "../../platform/functions.ts";
import type { Db } from "../../platform/db.ts";

/**
 * The guards of the books as this release ships them, in PostgreSQL's own words. Somebody with the owner's rights can
 * replace one, act, and put it back, so each is compared while it is in force. A test compares this list with a new
 * database, so that a migration that changes a guard has to change it here.
 */
const immutable = (table: string, name = "ledger_immutable", refuse = "ledger_refuse") =>
  `CREATE TRIGGER ${name} BEFORE DELETE OR UPDATE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ${refuse}()`;

const amountCheck = "ledger_postings_amount CHECK (amount > 0)";

const shipped: Readonly<Record<string, readonly string[]>> = {
  ledger_accounts: [
    "CREATE TRIGGER ledger_no_removal BEFORE DELETE OR TRUNCATE ON ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse()",
    "CREATE TRIGGER ledger_posting_only BEFORE INSERT OR UPDATE ON ledger_accounts FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_refuse()",
    "ledger_accounts_not_below_zero CHECK (balance >= 0)",
    "ledger_accounts_pkey PRIMARY KEY (id)",
  ],
  ledger_anchors: [
    immutable("ledger_anchors"),
    "ledger_anchors_check CHECK ((root IS NULL) = (root_day IS NULL))",
    "ledger_anchors_pkey PRIMARY KEY (day)",
  ],
  ledger_entries: [
    immutable("ledger_entries"),
    "CREATE UNIQUE INDEX ledger_entries_reversed_once ON public.ledger_entries USING btree (reversal_of) WHERE (reversal_of IS NOT NULL)",
    "ledger_entries_key UNIQUE (key)",
    "ledger_entries_pkey PRIMARY KEY (id)",
    "ledger_entries_reversal CHECK ((kind = 'reversal'::ledger_kind) = (reversal_of IS NOT NULL))",
  ],
  ledger_postings: [
    immutable("ledger_postings"),
    "CREATE TRIGGER ledger_apply AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS lines FOR EACH STATEMENT EXECUTE FUNCTION ledger_apply()",
    amountCheck,
  ],
  ledger_seals: [
    immutable("ledger_seals"),
    "ledger_seals_after_id_key UNIQUE (after_id)",
    "ledger_seals_check CHECK (last_id > after_id)",
    "ledger_seals_last_id_key UNIQUE (last_id)",
    "ledger_seals_number_check CHECK (number > 0)",
    "ledger_seals_pkey PRIMARY KEY (number)",
  ],
  liabilities: [
    immutable("liabilities"),
    "liabilities_entry_id_key UNIQUE (entry_id)",
    "liabilities_leaves_check CHECK (leaves > 0)",
    "liabilities_list CHECK (branches IS NULL OR withheld IS NULL)",
    "liabilities_locked_fc_check CHECK (locked_fc >= 0)",
    "liabilities_owed_fc_check CHECK (owed_fc >= 0)",
    "liabilities_pkey PRIMARY KEY (day)",
    "liabilities_root_check CHECK (octet_length(root) = 32)",
  ],
  operator_log: [
    immutable("operator_log", "operator_log_immutable", "operator_log_refuse"),
    "operator_log_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id)",
    "operator_log_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id)",
    "operator_log_pkey PRIMARY KEY (id)",
  ],
};

/** Every guard that is not what this release ships, in words. */
export async function guardDifferences(db: Db): Promise<string[]> {
  return [
    ...(await tableDifferences(db)),
    ...(await functionDifferences(db)),
    ...(await switchedOffTriggers(db)),
  ];
}

/** A setting of the server, a database or a role can switch every trigger off at once, and none of them shows it. */
async function switchedOffTriggers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select concat_ws(' in ', 'role ' || rolname, 'database ' || datname) as place
    from pg_db_role_setting cross join unnest(setconfig) as setting
      left join pg_roles on pg_roles.oid = setrole left join pg_database on pg_database.oid = setdatabase
    where lower(setting) = 'session_replication_role=replica'
      and (setdatabase = 0 or datname = current_database())
    union all
    select 'the server' from pg_settings
    where name = 'session_replication_role' and reset_val = 'replica' and source in ('configuration file', 'command line')
    order by 1`.execute(db);
  return rows.map(({ place }) => `session_replication_role = replica for ${place}: no trigger is in force`);
}

/** What guards the parts of ledger_postings (0055), which are made while the product runs. */
async function partGuards(db: Db): Promise<typeof shipped> {
  const { rows } = await sql<{ table: string; name: string; is_whole: boolean; is_archived: boolean }>`
    select relid::regclass::text as table, relname as name, not isleaf as is_whole, level > 1 as is_archived
    from pg_partition_tree('ledger_postings') join pg_class on oid = relid
    where level > 0`.execute(db);
  const immutablePart = (table: string) =>
    `CREATE TRIGGER ledger_immutable BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse()`;
  const archived = (table: string) =>
    `CREATE TRIGGER ledger_archived BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ledger_refuse()`;
  return Object.fromEntries(
    rows.map(({ table, name, is_whole, is_archived }) => [
      table,
      [
        immutablePart(table),
        ...(is_archived ? [archived(table)] : []),
        amountCheck,
        ...(is_whole ? [] : [`${name}_pkey PRIMARY KEY (entry_id, line)`]),
      ],
    ]),
  );
}

async function tableDifferences(db: Db): Promise<string[]> {
  const expected = { ...shipped, ...(await partGuards(db)) };
  const tables = Object.keys(expected);
  const { rows } = await sql<{ table: string; guard: string; is_in_force: boolean }>`
    select tgrelid::regclass::text as table, pg_get_triggerdef(oid, true) as guard,
      tgenabled in ('O', 'A') as is_in_force
    from pg_trigger where tgrelid::regclass::text = any (${tables}::text[]) and not tgisinternal
    union all
    -- Columns that may not be null are left out: the types of the functions cover them, and older servers do not list them.
    select conrelid::regclass::text, format('%s %s', conname, pg_get_constraintdef(oid, true)),
      convalidated and coalesce((to_jsonb(con) ->> 'conenforced')::boolean, true)
    from pg_constraint con where conrelid::regclass::text = any (${tables}::text[]) and contype not in ('n', 't')
      -- It says again which lines belong to an archived month; the month's bounds say it too.
      and conname <> 'ledger_archived'
    union all
    select indrelid::regclass::text, pg_get_indexdef(indexrelid), indisvalid
    from pg_index where indrelid::regclass::text = any (${tables}::text[]) and indisunique
      and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    -- A rule can replace a statement before any trigger sees it.
    select ev_class::regclass::text, format('RULE %s', rulename), true from pg_rewrite
    where ev_class::regclass::text = any (${tables}::text[])
    order by 1, 2`.execute(db);
  return tables.flatMap((table) => {
    const living = rows.filter((row) => row.table === table);
    const missing = sure(expected[table]).filter(
      (guard) => !living.some((row) => row.guard === guard && row.is_in_force),
    );
    const strange = living.filter(({ guard }) => !sure(expected[table]).includes(guard));
    return [
      ...missing.map((guard) => `${table}: not in force: ${guard}`),
      ...strange.map(({ guard }) => `${table}: not of this release: ${guard}`),
    ];
  });
}

interface LivingFunction {
  name: string;
  body: string;
  language: string;
  is_definer: boolean;
  settings: string[] | null;
  is_public: boolean;
  has_owner: boolean;
}

async function functionDifferences(db: Db): Promise<string[]> {
  const files = await functionFiles();
  const { rows } = await sql<LivingFunction>`
    select proname as name, prosrc as body, lanname as language, prosecdef as is_definer, proconfig as settings,
      proacl is null or exists (select from aclexplode(proacl) where grantee = 0) as is_public,
      proowner = (select relowner from pg_class where oid = 'ledger_entries'::regclass) as has_owner
    from pg_proc join pg_language on pg_language.oid = prolang
    where proname = any (${files.map(({ name }) => name)}::text[])
      and pronamespace not in ('pg_catalog'::regnamespace)
    order by 1`.execute(db);
  return files.flatMap((file) => {
    const living = rows.filter(({ name }) => name === file.name);
    if (living.length !== 1) return [`function ${file.name}: there are ${living.length} of this name`];
    return differenceOf(sure(living[0]), file);
  });
}

function differenceOf(living: LivingFunction, { name, sql: text }: FunctionFile): string[] {
  const [, head = "", body = ""] = /create or replace function([^$]*)\$\$(.*)\$\$;/s.exec(text) ?? [];
  const declared = head.replaceAll(/--.*$/gm, "");
  const settings = [...declared.matchAll(/\bset (\w+) = (.+?)\s*(?=\bset\b|\bas\b|$)/gs)].map(
    ([, setting, value]) => `${setting}=${value}`,
  );
  const isShipped =
    living.body === body &&
    living.language === /\blanguage (\w+)/.exec(declared)?.[1] &&
    living.is_definer === declared.includes("security definer") &&
    (living.settings ?? []).join() === settings.join();
  return [
    ...(isShipped ? [] : [`function ${name}: its text is not the one of this release`]),
    ...(living.is_public ? [`function ${name}: everybody may call it`] : []),
    ...(living.has_owner ? [] : [`function ${name}: it belongs to somebody else than the ledger`]),
  ];
}
