import { sure } from "@fc/contract/sure";
import type pg from "pg";

/** Why this PostgreSQL cannot hold the product, in a sentence for the person who has to change it. */
export class UnfitDatabase extends Error {
  override readonly name = "UnfitDatabase";
}

/** The oldest PostgreSQL whose statements the migrations may use. */
const oldestVersion = 18;
const roles = ["fc_app", "fc_web"];

interface DatabaseFacts {
  /** Such as 180004. */
  version: number;
  encoding: string;
  database: string;
  owner: string;
  /** Nothing of ours is there yet. */
  isEmpty: boolean;
  mayCreate: boolean;
  mayCreateInSchema: boolean;
  mayCreateRoles: boolean;
  hasTrigrams: boolean;
  /** Roles of ours that another owner of this server made, and that this one cannot give to a login. */
  foreignRoles: string[];
  missingRoles: string[];
}

/** Looks at the server and at the owner's rights before anything is written, so that a refusal leaves nothing behind. */
export async function refuseUnfit(client: pg.Client): Promise<void> {
  const problem = unfitness(await factsOf(client));
  if (problem !== undefined) throw new UnfitDatabase(problem);
}

async function factsOf(client: pg.Client): Promise<DatabaseFacts> {
  const { rows } = await client.query<DatabaseFacts>(
    `select current_setting('server_version_num')::int as version,
       (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
       current_database()::text as database, current_user::text as owner,
       to_regclass('schema_migrations') is null as "isEmpty",
       has_database_privilege(current_database(), 'create') as "mayCreate",
       has_schema_privilege('public', 'create') as "mayCreateInSchema",
       (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as "mayCreateRoles",
       exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams",
       coalesce((select array_agg(wanted.name) from unnest($1::text[]) wanted (name)
         join pg_roles on rolname = wanted.name
         where not (select rolsuper from pg_roles where rolname = current_user)
           and not exists (select from pg_auth_members
             where roleid = pg_roles.oid and member = current_user::regrole and admin_option)), '{}') as "foreignRoles",
       coalesce((select array_agg(wanted.name) from unnest($1::text[]) wanted (name)
         where not exists (select from pg_roles where rolname = wanted.name)), '{}') as "missingRoles"`,
    [roles],
  );
  return sure(rows[0]);
}

/** Rights are looked at before the first start only: later the tables are there, and each step says what it lacks. */
export function unfitness(facts: DatabaseFacts): string | undefined {
  const { version, encoding, database, owner, foreignRoles, missingRoles } = facts;
  const found = `${Math.floor(version / 10_000)}.${version % 10_000}`;
  if (version < oldestVersion * 10_000) {
    return `FC Portal needs PostgreSQL ${oldestVersion} or later, and this is PostgreSQL ${found}. Nothing was written. Move the database to a newer server, or leave DATABASE_URL empty for the embedded one.`;
  }
  if (encoding !== "UTF8") {
    return `The database ${database} has the encoding ${encoding}, which cannot hold every name. Nothing was written. As an administrator of PostgreSQL: create database ${database} owner ${owner} encoding 'UTF8' template template0, after dropping or renaming this one.`;
  }
  if (!facts.isEmpty) return undefined;
  if (!facts.mayCreate || !facts.mayCreateInSchema) {
    return `${owner} may not create tables in the database ${database}. Nothing was written. As an administrator of PostgreSQL: alter database ${database} owner to ${owner}`;
  }
  if (!facts.hasTrigrams) {
    return `This PostgreSQL has no extension pg_trgm, by which members are searched. Nothing was written. Install its package of extensions (postgresql-contrib in some distributions).`;
  }
  if (missingRoles.length > 0 && !facts.mayCreateRoles) {
    return `${owner} may not create the roles ${missingRoles.join(" and ")}. Nothing was written. As an administrator of PostgreSQL: alter role ${owner} createrole`;
  }
  if (foreignRoles.length > 0) {
    return `Another installation on this server has made the roles ${foreignRoles.join(" and ")}, which belong to the whole server. Nothing was written. As an administrator of PostgreSQL: grant ${foreignRoles.join(", ")} to ${owner} with admin option`;
  }
  return undefined;
}
