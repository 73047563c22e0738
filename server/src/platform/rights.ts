import type pg from "pg";

/** The two roles of the product, and what the table of rights calls them. */
export const roles = { web: "fc_web", app: "fc_app" } as const;

type TableRights = {
  name: string;
  columns: string[];
  /** The columns of each right, and whether rows may be deleted. */
  [roles.web]: GivenRights;
  [roles.app]: GivenRights;
};

interface GivenRights {
  select: string[];
  insert: string[];
  update: string[];
  delete: boolean;
}

/** Which rights requests and the worker have on each table, as a table for docs/security.md. */
export async function rightsTable(client: pg.Client): Promise<string> {
  const rows = (await tablesOf(client)).map((table) => {
    const [web, app] = [said(table, table.fc_web), said(table, table.fc_app)];
    return `| \`${table.name}\` | ${web} | ${app === web ? "the same" : app} |`;
  });
  const calls = await callsOf(client);
  return [
    "| Table | Requests (`fc_web`) | Worker (`fc_app`) |",
    "|---|---|---|",
    ...rows,
    `| functions | ${calls.fc_web} | also ${calls.fc_app} |`,
  ].join("\n");
}

async function tablesOf(client: pg.Client): Promise<TableRights[]> {
  const rightsOf = (role: string) => {
    const columns = (right: string) =>
      `coalesce(json_agg(attname order by attname) filter (where has_column_privilege('${role}', attrelid, attnum, '${right}')), '[]')`;
    return `json_build_object('select', ${columns("select")}, 'insert', ${columns("insert")},
      'update', ${columns("update")}, 'delete', has_table_privilege('${role}', attrelid, 'delete')) as ${role}`;
  };
  const { rows } = await client.query<TableRights>(
    `select relname as name, json_agg(attname order by attname) as columns, ${rightsOf(roles.web)}, ${rightsOf(roles.app)}
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition
       and attnum > 0 and not attisdropped
     group by relname, attrelid order by relname`,
  );
  return rows;
}

function said({ columns }: TableRights, given: GivenRights): string {
  const parts = [
    ofColumns("read", given.select, columns),
    ofColumns("add", given.insert, columns),
    ofColumns("change", given.update, columns),
    ...(given.delete ? ["delete"] : []),
  ].filter((part) => part !== "");
  return parts.length === 0 ? "–" : parts.join(", ");
}

/** All columns, all but a few, or a few. */
function ofColumns(verb: string, given: readonly string[], all: readonly string[]): string {
  if (given.length === 0) return "";
  const missing = all.filter((column) => !given.includes(column));
  if (missing.length === 0) return verb;
  return missing.length < given.length ? `${verb} all but ${list(missing)}` : `${verb} ${list(given)}`;
}

function list(columns: readonly string[]): string {
  return columns.map((column) => `\`${column}\``).join(" ");
}

async function callsOf(client: pg.Client): Promise<Record<"fc_web" | "fc_app", string>> {
  const { rows } = await client.query<{ name: string; web: boolean }>(
    `select proname as name, has_function_privilege('fc_web', oid, 'execute') as web from pg_proc
     where pronamespace = 'public'::regnamespace and has_function_privilege('fc_app', oid, 'execute')
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') order by proname`,
  );
  const named = (isWeb: boolean) => list(rows.filter(({ web }) => web === isWeb).map(({ name }) => name));
  return { fc_web: named(true), fc_app: named(false) };
}
