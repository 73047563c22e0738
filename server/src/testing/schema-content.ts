import type pg from "pg";

/** A column as the release before knows it: what may be read from it and written to it. */
interface Column {
  /** With its table: members.email */
  name: string;
  type: string;
  /** An insert that does not name it fails. */
  isRequired: boolean;
  /** What the application may do with it. */
  rights: string[];
}

/** All columns of tables and views, and the values of each enumeration as a column of its own. */
export async function columnsOf(owner: pg.Client): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `select format('%I.%I', relname, attname) as name, format_type(atttypid, atttypmod) as type,
       attnotnull and not atthasdef and attidentity = '' and relkind <> 'v' as "isRequired",
       array(select right_ from unnest(array['select', 'insert', 'update']) right_
         where has_column_privilege('fc_app', attrelid, attnum, right_)) ||
       array(select 'delete' where has_table_privilege('fc_app', attrelid, 'delete')) as rights
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and attnum > 0
       and not attisdropped and not relispartition
     union all
     select format('%s %L', enumtypid::regtype, enumlabel), 'value', false, '{}' from pg_enum
     order by name`,
  );
  return rows;
}

/** What statements of the release before would miss, each as a thing and what happened to it. */
export function takenAway(before: readonly Column[], after: readonly Column[]): Map<string, string> {
  const known = new Map(before.map((column) => [column.name, column]));
  const now = new Map(after.map((column) => [column.name, column]));
  const tables = new Set(before.map(({ name }) => tableOf(name)));
  const problems = new Map<string, string>();
  for (const { name, type, rights } of before) {
    const left = now.get(name);
    if (left === undefined) problems.set(name, "is gone");
    else if (left.type !== type) problems.set(name, `was ${type} and is ${left.type}`);
    else if (rights.some((right) => !left.rights.includes(right))) {
      problems.set(name, `the application may only ${left.rights.join(", ") || "do nothing"}`);
    }
  }
  for (const { name, isRequired } of after) {
    const isNew = isRequired && known.get(name)?.isRequired !== true && tables.has(tableOf(name));
    if (isNew && !problems.has(name)) problems.set(name, "must be given with each insert now");
  }
  return problems;
}

function tableOf(name: string): string {
  return name.split(".")[0]!;
}
