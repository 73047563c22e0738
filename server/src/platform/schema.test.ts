import { readdir, readFile } from "node:fs/promises";
import pg from "pg";
import ts from "typescript";
import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/test-database.ts";

/** A column, in the same words whether it was read from the database or from the TypeScript types. */
interface Column {
  type: string;
  isNullable: boolean;
  /** Who gives the value of a new row: the application, the application or the database, or the database alone. */
  filledBy: "application" | "either" | "database";
  /** The only texts it can hold, where there is a list of them. */
  oneOf?: string[];
}
type Tables = Map<string, Map<string, Column>>;

test("the row types say what the tables are", async () => {
  const [declared, real] = [await declaredTables(), await realTables()];
  const differences: string[] = [];
  for (const table of new Set([...declared.keys(), ...real.keys()])) {
    const [inTypes, inDatabase] = [declared.get(table), real.get(table)];
    if (!inTypes || !inDatabase) {
      differences.push(`${table}: is only in ${inTypes ? "the types" : "the database"}`);
      continue;
    }
    for (const name of new Set([...inTypes.keys(), ...inDatabase.keys()])) {
      const [says, is] = [inTypes.get(name), inDatabase.get(name)];
      if (says && is && isSame(says, is)) continue;
      differences.push(`${table}.${name}: types ${JSON.stringify(says)}, database ${JSON.stringify(is)}`);
    }
  }
  expect(differences).toEqual([]);
});

function isSame(says: Column, is: Column): boolean {
  // Lists are compared where both sides have one. Often core declares the list, and platform can only say string.
  const sameTexts = !says.oneOf || !is.oneOf || says.oneOf.join() === is.oneOf.join();
  // Kysely has no wrapper for a JSON column with a default; such a column is always given.
  const sameFilling = says.filledBy === is.filledBy || (says.type === "json" && is.filledBy === "either");
  return sameTexts && sameFilling && says.type === is.type && says.isNullable === is.isNullable;
}

const typeOf: Readonly<Record<string, string>> = {
  int2: "number",
  int4: "number",
  _int4: "number[]",
  _text: "string[]",
  _uuid: "string[]",
  int8: "bigint",
  // Read as text, for a number would lose digits.
  numeric: "string",
  xid8: "string",
  pg_snapshot: "string",
  text: "string",
  varchar: "string",
  uuid: "string",
  bit: "string",
  // Read as text: a day is the same day in every time zone.
  date: "string",
  timestamptz: "Date",
  bool: "boolean",
  bytea: "Buffer",
  json: "json",
  jsonb: "json",
};

/** The name of a column with an amount says its currency. */
function amountType({ column, type }: { column: string; type: string }): string | undefined {
  if (type !== "int8") return undefined;
  return column.endsWith("_fc") ? "Fc" : column.endsWith("_usd_cents") ? "UsdCents" : undefined;
}

/** All columns of the tables that the application may use, but those of the migrations, which it reads by plain SQL. */
async function realTables(): Promise<Tables> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{
    table: string;
    column: string;
    type: string;
    is_enum: boolean;
    is_nullable: boolean;
    has_default: boolean;
    is_always_generated: boolean;
    one_of: string[] | null;
  }>(`
    select relname as table, attname as column, typname as type, typtype = 'e' as is_enum,
      not attnotnull as is_nullable, atthasdef or attidentity <> '' as has_default,
      attidentity = 'a' or attgenerated <> '' or (atthasdef
        and not has_column_privilege('fc_app', attrelid, attnum, 'insert')) as is_always_generated,
      case when typtype = 'e'
        then (select array_agg(enumlabel::text) from pg_enum where enumtypid = atttypid)
        else (select array_agg(literal[1]) from pg_constraint, regexp_matches(
            pg_get_expr(conbin, conrelid), '''([^'']*)''::text', 'g') literal
          where conrelid = attrelid and contype = 'c' and conkey = array[attnum]
            and pg_get_expr(conbin, conrelid) ~ '^\\(\\w+ = ANY \\(ARRAY\\[[^()]*\\]\\)\\)$')
      end as one_of
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
      and relname not in ('schema_migrations', 'schema_functions')
      and has_any_column_privilege('fc_app', attrelid, 'select, insert')`);
  await client.end();
  await database.drop();
  const tables: Tables = new Map();
  for (const row of rows) {
    addColumn(tables, row.table, row.column, {
      type: row.is_enum ? "string" : (amountType(row) ?? typeOf[row.type] ?? row.type),
      isNullable: row.is_nullable,
      filledBy: row.is_always_generated ? "database" : row.has_default ? "either" : "application",
      ...(row.one_of && { oneOf: row.one_of.toSorted() }),
    });
  }
  return tables;
}

/** Every interface of schema.ts and its folder is a list of tables. */
async function declaredTables(): Promise<Tables> {
  const folder = new URL("schema/", import.meta.url);
  const files = (await readdir(folder)).map((name) => new URL(name, folder));
  const tables: Tables = new Map();
  for (const file of [new URL("schema.ts", import.meta.url), ...files]) {
    const source = ts.createSourceFile(
      file.pathname,
      await readFile(file, "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    for (const table of source.statements
      .filter(ts.isInterfaceDeclaration)
      .flatMap(({ members }) => members)) {
      for (const column of (typeOfMember(table) as ts.TypeLiteralNode).members) {
        addColumn(tables, nameOf(table), nameOf(column), declaredColumn(typeOfMember(column)));
      }
    }
  }
  return tables;
}

const nameOf = (member: ts.TypeElement) => member.name!.getText();
const typeOfMember = (member: ts.TypeElement) => (member as ts.PropertySignature).type!;

/** Kysely's wrappers say who fills a column; inside of them is what a reader gets. */
function declaredColumn(type: ts.TypeNode): Column {
  const wrapper = ts.isTypeReferenceNode(type) ? type.typeName.getText() : "";
  if (wrapper === "Generated" || wrapper === "GeneratedAlways") {
    const inside = declaredColumn((type as ts.TypeReferenceNode).typeArguments![0]!);
    return { ...inside, filledBy: wrapper === "Generated" ? "either" : "database" };
  }
  if (wrapper === "ColumnType") return declaredColumn((type as ts.TypeReferenceNode).typeArguments![0]!);
  const parts = (ts.isUnionTypeNode(type) ? [...type.types] : [type]).map((part) => part.getText());
  const texts = parts.filter((part) => part !== "null");
  const literals = texts.every((text) => text.startsWith('"'));
  return {
    type: literals ? "string" : declaredType(texts.join(" | ")),
    isNullable: texts.length < parts.length,
    filledBy: "application",
    ...(literals && { oneOf: texts.map((text) => text.slice(1, -1)).toSorted() }),
  };
}

function declaredType(text: string): string {
  if (text === "unknown" || text.startsWith("JSONColumnType<")) return "json";
  // A name from elsewhere, like Wallet, is a list of texts.
  return [...Object.values(typeOf), "Fc", "UsdCents"].includes(text) ? text : "string";
}

function addColumn(tables: Tables, table: string, name: string, column: Column): void {
  if (!tables.has(table)) tables.set(table, new Map());
  tables.get(table)!.set(name, column);
}

test("no index finds only what another one finds too", async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ doubled: string; by: string }>(`
    with whole as (
      select indrelid, indexrelid, indnkeyatts, indisunique, indisprimary, indpred is not null as is_partial, indkey::int2[] as keys,
        indclass::oid[] as classes, indoption::int2[] as options
      from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace and indexprs is null
    )
    select own.indexrelid::regclass::text as doubled, other.indexrelid::regclass::text as by
    from whole own join whole other using (indrelid)
    where own.indexrelid <> other.indexrelid and not own.indisprimary and not other.is_partial
      and own.keys[0:own.indnkeyatts - 1] = other.keys[0:own.indnkeyatts - 1]
      and own.classes[0:own.indnkeyatts - 1] = other.classes[0:own.indnkeyatts - 1]
      -- Of one column an index is also read backwards.
      and (own.options[0:own.indnkeyatts - 1] = other.options[0:own.indnkeyatts - 1]
        or own.indnkeyatts = 1 and own.options[0] # other.options[0] = 3)
      -- A smaller one of some rows is worth having, and a unique one refuses something.
      and case when own.indisunique then other.indisunique and other.indnkeyatts = own.indnkeyatts
        else not own.is_partial end`);
  await client.end();
  await database.drop();
  expect(rows).toEqual([]);
});
