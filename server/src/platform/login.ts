import { sure } from "@fc/contract/sure";
import { createHmac } from "node:crypto";
import pg from "pg";
import { advisoryLocks } from "./advisory-locks.ts";
import { databaseErrorCode } from "./db.ts";
import { withConnection } from "./one-connection.ts";

/** Why the application cannot sign in to the database with its own rights; a person has to change something. */
export class LoginProblem extends Error {
  override readonly name = "LoginProblem";
}

/** `fc_web` answers requests, and `fc_app` is the worker's: docs/security.md says what each may do. */
export type Role = "fc_web" | "fc_app";

/**
 * The address of the worker's own login, where only the owner's address is known. Its password follows from the owner's,
 * so that all nodes know it and nobody has to make, keep and replace a second one.
 */
export function loginUrlOf(ownerUrl: string): string {
  return madeLoginOf(ownerUrl, "fc_app");
}

/** The same for the login of requests. */
export function webUrlOf(ownerUrl: string): string {
  return madeLoginOf(ownerUrl, "fc_web");
}

function madeLoginOf(ownerUrl: string, role: Role): string {
  const url = new URL(ownerUrl);
  const password = decodeURIComponent(url.password);
  url.username = `${url.username || "fc_portal"}${role.slice("fc".length)}`;
  // Without a password the owner is let in by other means, such as trust, and so is the login.
  if (password !== "") url.password = createHmac("sha256", password).update(role).digest("hex");
  return url.href;
}

interface LoginAddresses {
  /** Without a pooler in between. */
  ownerUrl: string;
  /** Of the login. */
  url: string;
  role: Role;
  statementTimeoutMs: number;
}

/**
 * Sees to it that a login has the rights of its role and nothing more, and has time limits. Rights and limits belong to
 * the login, because a pooler gives one connection to many clients: what a client sets in its session, or asks for when
 * it connects, would be missing or would reach others. The tables have to exist. Returns what a person should change.
 */
export async function prepareLogin({
  ownerUrl,
  url,
  role,
  statementTimeoutMs,
}: LoginAddresses): Promise<string[]> {
  return asClient(ownerUrl, async (owner) => {
    // Of nodes that start at the same time, one makes the login.
    await owner.query("select pg_advisory_lock($1)", [advisoryLocks.migration]);
    const isOurs = url === madeLoginOf(ownerUrl, role);
    await letConnect(owner, decodeURIComponent(new URL(url).username));
    const login = await asClient(url, loginOf).catch(async (error: unknown) => {
      if (!isOurs || !refusals.has(databaseErrorCode(error) ?? "")) throw error;
      await makeLogin(owner, new URL(url), role);
      await letConnect(owner, decodeURIComponent(new URL(url).username));
      return asClient(url, loginOf);
    });
    const warnings = await checkRights(owner, login.name, role);
    await setLimits(owner, login, limitsOf(statementTimeoutMs));
    await takeFromPublic(owner);
    // The lock ends with the connection.
    return warnings;
  });
}

/**
 * The same for a node that only answers requests and does not know the owner: it sets the limits of its own login, and
 * whatever else is missing was seen to by `npm run migrate` or by a worker's start.
 */
export async function checkOwnLogin(
  url: string,
  { statementTimeoutMs }: { statementTimeoutMs: number },
): Promise<string[]> {
  return asClient(url, async (client) => {
    const login = await loginOf(client);
    const warnings = await checkRights(client, login.name, "fc_web");
    await setLimits(client, login, limitsOf(statementTimeoutMs));
    return warnings;
  });
}

/** Whether an address is the owner's. Where there are no tables yet, whoever comes first will own them. */
export async function isOwner(url: string): Promise<boolean> {
  return asClient(url, async (client) => {
    const { rows } = await client.query<{ is_owner: boolean }>(
      `select to_regclass('schema_migrations') is null or ${mayBecomeOwner} as is_owner
       from pg_roles role where rolname = session_user`,
    );
    return sure(rows[0]).is_owner;
  });
}

/** Whether a login has the rights of a role. */
export async function hasRole(
  ownerUrl: string,
  { login, role }: { login: string; role: Role },
): Promise<boolean> {
  return asClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ has_role: boolean }>(
      "select pg_has_role(oid, $2, 'usage') as has_role from pg_roles where rolname = $1 and not rolsuper",
      [login, role],
    );
    return rows[0]?.has_role ?? false;
  });
}

function asClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  return withConnection({ url, purpose: "login" }, work);
}

/** The role does not exist or has another password, or it may not sign in. */
const refusals = new Set(["28P01", "28000"]);
const notAllowed = "42501";

function limitsOf(statementTimeoutMs: number) {
  return {
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: "5000",
    idle_in_transaction_session_timeout: "30000",
    TimeZone: "UTC",
  };
}
type Limits = ReturnType<typeof limitsOf>;

interface Login {
  name: string;
  limits: Record<string, string>;
}

async function loginOf(client: pg.Client): Promise<Login> {
  const { rows } = await client.query<Login>(
    `select session_user as name, (select json_object_agg(name, setting) from pg_settings
      where name = any ($1)) as limits`,
    [Object.keys(limitsOf(0))],
  );
  return sure(rows[0]);
}

async function makeLogin(owner: pg.Client, { username, password }: URL, role: Role): Promise<void> {
  const name = decodeURIComponent(username);
  const login = pg.escapeIdentifier(name);
  const { rowCount } = await owner.query("select from pg_roles where rolname = $1", [name]);
  const way = password === "" ? "password null" : `password ${pg.escapeLiteral(password)}`;
  try {
    await owner.query(`${rowCount === 0 ? "create" : "alter"} role ${login} login ${way}`);
    await owner.query(`grant ${role} to ${login}`);
  } catch (error) {
    if (databaseErrorCode(error) !== notAllowed) throw error;
    throw new LoginProblem(
      `The owner of the database may not create ${logins[role].whose}. Create one as an administrator of the ` +
        `server, and name it in ${logins[role].setting} and the owner in DATABASE_OWNER_URL:\n  ${exampleOf(role)}`,
      { cause: error },
    );
  }
}

const logins = {
  fc_web: { whose: "a login for requests", setting: "DATABASE_URL" },
  fc_app: { whose: "a login for the worker", setting: "DATABASE_WORKER_URL" },
} as const satisfies Record<Role, { whose: string; setting: string }>;

const exampleOf = (role: Role) =>
  `create role ${role === "fc_web" ? "portal_web" : "portal"} login password '…' in role ${role};`;

const mayBecomeOwner = `(rolsuper or rolcreaterole or exists (select from pg_class
  where oid = 'schema_migrations'::regclass and pg_has_role(role.oid, relowner, 'member')))`;

async function checkRights(client: pg.Client, login: string, role: Role): Promise<string[]> {
  const { rows } = await client.query<{ is_owner: boolean; is_web: boolean; is_app: boolean }>(
    `select ${mayBecomeOwner} as is_owner, pg_has_role(role.oid, 'fc_web', 'usage') as is_web,
       pg_has_role(role.oid, 'fc_app', 'usage') as is_app
     from pg_roles role where rolname = $1`,
    [login],
  );
  const { is_owner: isOwnerToo, is_web: isWeb, is_app: isApp } = sure(rows[0]);
  const { setting } = logins[role];
  const name = pg.escapeIdentifier(login);
  if (isOwnerToo) {
    throw new LoginProblem(
      `${setting} signs in as ${login}, which may change everything, so nothing would protect the ledger from ` +
        `the application. Give it a login that is a member of ${role} only:\n  ${exampleOf(role)}`,
    );
  }
  if (role === "fc_web" && isApp) {
    return [
      `Requests sign in to the database as ${login}, which has the worker's rights (fc_app): SQL that is slipped ` +
        "into a request could order payouts. The next release will refuse it. Run as the owner, or make another " +
        `login (docs/operations.md):\n  grant fc_web to ${name}; revoke fc_app from ${name};`,
    ];
  }
  if (!(role === "fc_web" ? isWeb : isApp)) {
    throw new LoginProblem(
      `${setting} signs in as ${login}, which has no rights here. Run as the owner:\n  grant ${role} to ${name};`,
    );
  }
  return [];
}

async function setLimits(client: pg.Client, { name, limits }: Login, wanted: Limits): Promise<void> {
  const statements = Object.entries(wanted)
    .filter(([limit, value]) => limits[limit] !== value)
    .map(
      ([limit, value]) =>
        `alter role ${pg.escapeIdentifier(name)} set ${limit} = ${pg.escapeLiteral(value)};`,
    );
  if (statements.length === 0) return;
  try {
    await client.query(statements.join("\n"));
  } catch (error) {
    if (databaseErrorCode(error) !== notAllowed) throw error;
    throw new LoginProblem(
      `The login ${name} has no time limits, and the owner may not set them. Run as an administrator of the server:\n  ` +
        statements.join("\n  "),
      { cause: error },
    );
  }
}

/**
 * By its name and not by its role, because roles belong to the whole server: a login of another installation there has
 * the same ones. Where the owner may not say who connects, the database's owner is told what to run.
 */
async function letConnect(owner: pg.Client, login: string): Promise<void> {
  const { rows } = await owner.query<{ database: string }>(
    `select current_database() as database from pg_roles role where rolname = $1 and not exists (
       select from pg_database, aclexplode(datacl) given
       where datname = current_database() and given.grantee = role.oid and privilege_type = 'CONNECT')`,
    [login],
  );
  const database = rows[0]?.database;
  if (database === undefined) return;
  await owner
    .query(`grant connect on database ${pg.escapeIdentifier(database)} to ${pg.escapeIdentifier(login)}`)
    .catch((error: unknown) => {
      if (databaseErrorCode(error) !== notAllowed) throw error;
    });
}

/**
 * Nobody but the owner and the logins may connect: a login of another installation on this server has roles of the same
 * name, and would read here what they may read. Nobody but the owner may make tables or functions, not even temporary ones, so that a function which runs as the
 * owner never meets one of its caller's making. At every start, because these are rights of a database: one that is
 * made from a template, or that a backup is restored into, has PostgreSQL's usual rights again.
 */
async function takeFromPublic(owner: pg.Client): Promise<void> {
  const { isOpen, statements } = await publicRightsIn(owner);
  if (!isOpen) return;
  try {
    await owner.query(statements.join("\n"));
    // PostgreSQL only warns somebody who may not take a right away.
    if (!(await publicRightsIn(owner)).isOpen) return;
  } catch (error) {
    if (databaseErrorCode(error) !== notAllowed) throw error;
  }
  throw new LoginProblem(
    "Everybody who has a login on this server may connect to this database or make tables in it, and the owner of the tables may not change that. " +
      `Run as the owner of the database:\n  ${statements.join("\n  ")}`,
  );
}

async function publicRightsIn(owner: pg.Client): Promise<{ isOpen: boolean; statements: string[] }> {
  const { rows } = await owner.query<{ name: string; keeping: string[]; login: string; is_open: boolean }>(
    `select current_database() as name, current_user as login,
       array(select rolname::text from pg_roles where rolcanlogin and (
           rolname in (current_user, current_user || '_web', current_user || '_app')
           or rolname in (select usename from pg_stat_activity where datname = current_database())
           or rolname = any ($1))
         order by 1) as keeping,
       has_database_privilege('public', current_database(), 'connect, temporary, create')
         or has_schema_privilege('public', 'public', 'create') as is_open`,
    [await loginsOfNodes(owner)],
  );
  const { name, login, keeping, is_open: isOpen } = sure(rows[0]);
  const database = pg.escapeIdentifier(name);
  return {
    isOpen,
    statements: [
      // Nodes of the release before go on, also while their pools are empty, and so does who is connected now: a pooler,
      // a copy, what watches the database. Where no server has started yet, there is no such node.
      `grant connect on database ${database} to ${keeping.map((one) => pg.escapeIdentifier(one)).join(", ")};`,
      `revoke connect, temporary, create on database ${database} from public;`,
      // Verification of the network puts what it computes into temporary tables.
      `grant temporary on database ${database} to ${pg.escapeIdentifier(login)};`,
      "revoke create on schema public from public;",
    ],
  };
}

/** Of nodes that may run already. Where no server has started yet there are none, and those of a neighbour stay out. */
async function loginsOfNodes(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner
    .query<{ name: string }>(
      `select rolname::text as name from pg_roles where rolcanlogin and not rolsuper and exists (select from secret_keys)
         and (pg_has_role(oid, 'fc_web', 'member') or pg_has_role(oid, 'fc_app', 'member'))`,
    )
    .catch((error: unknown) => {
      // Somebody who may not read that may not give rights either, and is told what the owner has to run.
      if (databaseErrorCode(error) !== notAllowed) throw error;
      return { rows: [] };
    });
  return rows.map(({ name }) => name);
}
