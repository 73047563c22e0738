import { createHmac } from "node:crypto";
import pg from "pg";
import { advisoryLocks } from "./advisory-locks.ts";
import { databaseErrorCode } from "./db.ts";

/** Why the application cannot sign in to the database with its own rights; a person has to change something. */
export class LoginProblem extends Error {
  override readonly name = "LoginProblem";
}

/**
 * The address of a login of the application's own, where only the owner's address is known. Its password follows from
 * the owner's, so that all nodes know it and nobody has to make, keep and replace a second one.
 */
export function loginUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  const password = decodeURIComponent(url.password);
  url.username = `${url.username || "fc_portal"}_app`;
  // Without a password the owner is let in by other means, such as trust, and so is the login.
  if (password !== "") url.password = createHmac("sha256", password).update("fc_app").digest("hex");
  return url.href;
}

interface LoginAddresses {
  /** Without a pooler in between. */
  ownerUrl: string;
  appUrl: string;
  statementTimeoutMs: number;
}

/**
 * Sees to it that the application signs in with the rights of `fc_app` and nothing more, and with time limits. Rights
 * and limits belong to the login, because a pooler gives one connection to many clients: what a client sets in its
 * session, or asks for when it connects, would be missing or would reach others. The tables have to exist.
 */
export async function prepareLogin({ ownerUrl, appUrl, statementTimeoutMs }: LoginAddresses): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: "fc-portal login" });
  // A lost connection fails the statement that uses it; without a listener it would end the process.
  owner.on("error", () => undefined);
  await owner.connect();
  try {
    // Of nodes that start at the same time, one makes the login.
    await owner.query("select pg_advisory_lock($1)", [advisoryLocks.migration]);
    const isOurs = appUrl === loginUrlOf(ownerUrl);
    const login = await loginAt(appUrl).catch(async (error: unknown) => {
      if (!isOurs || !refusals.has(databaseErrorCode(error) ?? "")) throw error;
      await makeLogin(owner, new URL(appUrl));
      return loginAt(appUrl);
    });
    await checkRights(owner, login.name);
    await setLimits(owner, login, limitsOf(statementTimeoutMs));
  } finally {
    // The lock ends with the connection.
    await owner.end();
  }
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

async function loginAt(appUrl: string): Promise<Login> {
  const client = new pg.Client({ connectionString: appUrl, application_name: "fc-portal login" });
  // A lost connection fails the statement that uses it; without a listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Login>(
      `select session_user as name, (select json_object_agg(name, setting) from pg_settings
        where name = any ($1)) as limits`,
      [Object.keys(limitsOf(0))],
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}

async function makeLogin(owner: pg.Client, { username, password }: URL): Promise<void> {
  const name = decodeURIComponent(username);
  const role = pg.escapeIdentifier(name);
  const { rowCount } = await owner.query("select from pg_roles where rolname = $1", [name]);
  const way = password === "" ? "password null" : `password ${pg.escapeLiteral(password)}`;
  try {
    await owner.query(`${rowCount === 0 ? "create" : "alter"} role ${role} login ${way}`);
    await owner.query(`grant fc_app to ${role}`);
  } catch (error) {
    if (databaseErrorCode(error) !== notAllowed) throw error;
    throw new LoginProblem(
      "The owner of the database may not create a login for the application. Create one as an administrator " +
        `of the server, and name it in DATABASE_URL and the owner in DATABASE_OWNER_URL:\n  ${exampleLogin}`,
      { cause: error },
    );
  }
}

const exampleLogin = "create role portal login password '…' in role fc_app;";

async function checkRights(owner: pg.Client, login: string): Promise<void> {
  const { rows } = await owner.query<{ is_owner: boolean; is_application: boolean }>(
    `select rolsuper or rolcreaterole or exists (select from pg_class
        where oid = 'schema_migrations'::regclass and pg_has_role(role.oid, relowner, 'member')) as is_owner,
      pg_has_role(role.oid, 'fc_app', 'usage') as is_application
     from pg_roles role where rolname = $1`,
    [login],
  );
  const { is_owner: isOwner, is_application: isApplication } = rows[0]!;
  if (isOwner) {
    throw new LoginProblem(
      `DATABASE_URL signs in as ${login}, which may change everything, so nothing would protect the ledger from ` +
        `the application. Give it a login that is a member of fc_app only:\n  ${exampleLogin}`,
    );
  }
  if (!isApplication) {
    throw new LoginProblem(
      `DATABASE_URL signs in as ${login}, which has no rights here. Run as the owner:\n` +
        `  grant fc_app to ${pg.escapeIdentifier(login)};`,
    );
  }
}

async function setLimits(owner: pg.Client, { name, limits }: Login, wanted: Limits): Promise<void> {
  const statements = Object.entries(wanted)
    .filter(([limit, value]) => limits[limit] !== value)
    .map(
      ([limit, value]) =>
        `alter role ${pg.escapeIdentifier(name)} set ${limit} = ${pg.escapeLiteral(value)};`,
    );
  if (statements.length === 0) return;
  try {
    await owner.query(statements.join("\n"));
  } catch (error) {
    if (databaseErrorCode(error) !== notAllowed) throw error;
    throw new LoginProblem(
      `The login ${name} has no time limits, and the owner may not set them. Run as an administrator of the server:\n  ` +
        statements.join("\n  "),
      { cause: error },
    );
  }
}
