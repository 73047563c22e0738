import { errorCode } from "./platform/error-code.ts";
import { randomUUID } from "node:crypto";
import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { holdsDemo } from "../seeds/demo.ts";
import { sizeText } from "@fc/contract/size-text";
import { existingPlace } from "./development/embedded-postgres/place.ts";
import { clocksAgree, second, systemClock } from "./platform/clock.ts";
import { createDb, createPool } from "./platform/db.ts";
import { refuseUnfit } from "./platform/database-fitness.ts";
import { tryStore } from "./platform/files/s3-store.ts";
import { fileStoreOf } from "./platform/files/store-of.ts";
import { makeFolder } from "./platform/folders.ts";
import { freeBytesAt } from "./platform/free-space.ts";
import { loadDkim } from "./platform/mail/dkim.ts";
import { createMailTransport } from "./platform/mail/transport.ts";
import { checkMigrated, waitingSteps } from "./platform/migrate.ts";
import { foreseeKey, KeyProblem } from "./platform/secret-keys.ts";
import type { Settings } from "./platform/settings.ts";
import { startChain } from "./start-chain.ts";
import { onlyAnswersRequests } from "./start-database.ts";
import {
  databaseProblem,
  demoInProduction,
  filesProblem,
  machineProblem,
  StartError,
} from "./start-errors.ts";
import { withConnection } from "./platform/one-connection.ts";

export interface CheckResult {
  state: "good" | "doubtful" | "wrong";
  /** What was looked at. */
  name: string;
  /** What was found, and what to do about it. */
  found: string;
}

interface Check {
  look(settings: Settings): Promise<string>;
  /** Where nothing answers for so long, the check says so and the next one begins. */
  withinMs: number;
  /** What to do then. */
  otherwise: string;
}

const ofDatabase = {
  withinMs: 12 * second,
  otherwise:
    "Look whether PostgreSQL of DATABASE_URL and DATABASE_OWNER_URL answers, and through which firewall.",
};
const ofDisk = {
  withinMs: 10 * second,
  otherwise: "Look whether its disk is there, a network disk for instance, or choose another folder.",
};

/** What a start would find, in the order in which it matters. */
const checks: Record<string, Check> = {
  DATA_DIR: {
    look: ({ dataDir }) => writableFolder(dataDir, { setting: "DATA_DIR", leastBytes: 1_000_000_000 }),
    ...ofDisk,
  },
  Database: { look: databaseFound, ...ofDatabase },
  SECRET_KEY: { look: keyFound, ...ofDatabase },
  "Other logins": { look: loginsFound, ...ofDatabase },
  Clock: { look: clockFound, ...ofDatabase },
  // Longer than the limit of a mail, which says more.
  "Mail server": {
    look: mailServerFound,
    withinMs: 25 * second,
    otherwise: "Check SMTP_URL, and that DKIM_KEY_FILE is a file.",
  },
  Pictures: { look: picturesFound, withinMs: 35 * second, otherwise: "Check FILES_URL." },
  Backups: { look: backupsFound, ...ofDisk },
  Rehearsals: { look: rehearsalsFound, ...ofDatabase },
  Chain: { look: chainFound, withinMs: 35 * second, otherwise: "Check CHAIN_RPC_URLS and CHAIN_SIGNER_URL." },
};

/** Compared with the database, so they have nothing to say where it does not answer. */
const needDatabase: ReadonlySet<string> = new Set(["SECRET_KEY", "Other logins", "Clock", "Rehearsals"]);

/** Looks at everything that the settings name, and starts and keeps nothing. */
export async function* checkConfig(settings: Settings): AsyncGenerator<CheckResult> {
  for (const found of [...settings.doubts, ...settings.unsafe]) {
    yield { state: "doubtful", name: "Settings", found };
  }
  let hasDatabase = true;
  for (const [name, check] of Object.entries(checks)) {
    if (!hasDatabase && needDatabase.has(name)) {
      yield { state: "doubtful", name, found: withoutDatabase };
      continue;
    }
    const result = await resultOf(name, inTime(check, settings));
    if (name === "Database") hasDatabase = result.state !== "wrong";
    yield result;
  }
}

const withoutDatabase = "it cannot be compared without the database";

/** What somebody should look at, though a start would go on. */
class Doubt extends Error {}

async function inTime({ look, withinMs, otherwise }: Check, settings: Settings): Promise<string> {
  const ended = new AbortController();
  const { signal } = ended;
  const late = sleep(withinMs, undefined, { signal }).then(() => {
    throw new StartError(`no answer within ${withinMs / second} s. ${otherwise}`);
  });
  try {
    return await Promise.race([look(settings), late]);
  } finally {
    ended.abort();
  }
}

async function resultOf(name: string, checking: Promise<string>): Promise<CheckResult> {
  try {
    return { state: "good", name, found: await checking };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { state: error instanceof Doubt ? "doubtful" : "wrong", name, found: said };
  }
}

/** Less holds no picture, and PostgreSQL does not start. */
const fullBelowBytes = 10_000_000;

interface FolderNeeds {
  setting: string;
  leastBytes: number;
}

async function writableFolder(folder: string, { setting, leastBytes }: FolderNeeds): Promise<string> {
  const probe = join(folder, `check-${randomUUID()}`);
  try {
    await makeFolder(folder, 0o700);
    await writeFile(probe, "check", { flush: true });
  } catch (error) {
    const said = machineProblem(error, folder);
    if (said) throw new StartError(`${said.message} Or set ${setting} to another folder.`);
    const code = errorCode(error) ?? "no reason given";
    throw new StartError(
      `${folder} cannot be written (${code}). Set ${setting} to a folder that this user can write.`,
    );
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
  const free = await freeBytesAt(folder);
  if (free < fullBelowBytes) {
    throw new StartError(
      `${folder} is full: ${sizeText(free)} are free. Free space there, or set ${setting} to another folder.`,
    );
  }
  const found = `${folder} can be written; ${sizeText(free)} are free`;
  if (free < leastBytes) throw new Doubt(`${found}, which is little. Use a larger disk.`);
  return found;
}

async function databaseFound({
  databaseUrl,
  databaseOwnerUrl,
  dataDir,
  migrate: migrates,
}: Settings): Promise<string> {
  const url = databaseOwnerUrl ?? databaseUrl;
  if (url === undefined) {
    const place = await existingPlace(dataDir);
    return `the embedded PostgreSQL, ${place ? `in ${place.cluster}` : "which the first start makes"}`;
  }
  try {
    const version = await withConnection({ url: url, purpose: "check" }, async (client) => {
      // Where migrations are a step of their own, the start only looks whether that step was done.
      if (migrates) await refuseUnfit(client);
      const { rows } = await client.query<{ version: string }>(
        "select current_setting('server_version') as version",
      );
      return rows[0]?.version ?? "";
    });
    if (!migrates) await checkMigrated(url);
    const steps = (await waitingSteps(url)).length;
    const state = steps === 0 ? "it is up to date" : `the next start with MIGRATE=true takes ${steps} steps`;
    return `PostgreSQL ${version} at ${placeOf(url)}; ${state}`;
  } catch (error) {
    throw databaseProblem(error);
  }
}

/** The key that the database knows, and whether production would run on the demo. */
async function keyFound({
  databaseUrl,
  databaseOwnerUrl,
  secretKey,
  previousSecretKey,
  production,
}: Settings) {
  const url = databaseOwnerUrl ?? databaseUrl;
  if (url === undefined) return "not compared: the embedded PostgreSQL does not run";
  const db = createDb(createPool({ url, poolSize: 1 }));
  try {
    if ((await waitingSteps(url)).length > 0) return "not compared: the database is not up to date";
    if (production && (await holdsDemo(db))) throw new StartError(demoInProduction);
    if (secretKey === undefined) return "made by the first start, in DATA_DIR";
    return await foreseeKey(db, { current: secretKey, previous: previousSecretKey });
  } catch (error) {
    if (error instanceof KeyProblem || error instanceof StartError) throw error;
    throw new Doubt(withoutDatabase);
  } finally {
    await db.destroy();
  }
}

/** The addresses beside the owner's, each of which has to let us in. */
async function loginsFound(settings: Settings): Promise<string> {
  const { databaseUrl, databaseOwnerUrl, databaseWorkerUrl, databaseReadUrl } = settings;
  const given = {
    DATABASE_URL: databaseOwnerUrl === undefined ? undefined : databaseUrl,
    DATABASE_WORKER_URL: databaseWorkerUrl,
    // Without an owner's address its login is made by the start, from the owner's.
    DATABASE_READ_URL: databaseOwnerUrl === undefined ? undefined : databaseReadUrl,
  };
  const found: string[] = [];
  for (const [setting, url] of Object.entries(given)) {
    if (url === undefined) continue;
    await withConnection({ url: url, purpose: "check" }, (client) => client.query("select")).catch(
      (error: unknown) => {
        const said = databaseProblem(error);
        throw new StartError(`${setting}: ${said instanceof Error ? said.message : String(said)}`);
      },
    );
    found.push(`${setting} signs in`);
  }
  if (found.length > 0) return found.join("; ");
  return (await onlyAnswersRequests(settings))
    ? "none, because this node only answers requests"
    : "the start makes them";
}

async function clockFound({ databaseUrl, databaseOwnerUrl }: Settings): Promise<string> {
  const url = databaseOwnerUrl ?? databaseUrl;
  if (url === undefined) return "one machine, one clock";
  const now = await withConnection({ url: url, purpose: "check" }, async (client) => {
    const { rows } = await client.query<{ now: Date }>("select clock_timestamp() as now");
    return rows[0]?.now ?? new Date(Number.NaN);
  }).catch(() => {
    throw new Doubt(withoutDatabase);
  });
  if (clocksAgree(systemClock(), now)) return "the same time as the database's";
  throw new StartError(
    `this machine has ${systemClock().toISOString()} and the database ${now.toISOString()}. Let both keep their time by NTP: such a node closes no day.`,
  );
}

/** A conversation up to the sign-in; nothing is sent, so nobody is bothered. */
async function mailServerFound({ smtpUrl, dkim, mailNeedsTls }: Settings): Promise<string> {
  if (smtpUrl === undefined) return "none: mails stay in the local inbox";
  const keys =
    dkim &&
    (await loadDkim(dkim).catch(() => {
      throw new StartError("DKIM_KEY_FILE is not a private key that can be read.");
    }));
  const transport = createMailTransport(smtpUrl, { dkim: keys, needsTls: mailNeedsTls });
  const { host } = new URL(smtpUrl);
  try {
    await transport.tryConversation();
    return `${host} answers${new URL(smtpUrl).username === "" ? "" : " and lets us sign in"}; whether a mail arrives is seen on Today`;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new StartError(`${host} takes no mails from us: ${said}. Check SMTP_URL.`);
  } finally {
    transport.close();
  }
}

async function picturesFound(settings: Settings): Promise<string> {
  if (settings.filesAt === undefined) return "in DATA_DIR";
  await tryStore(fileStoreOf(settings)).catch((error: unknown) => {
    throw filesProblem(error);
  });
  return "the bucket of FILES_URL takes, gives and removes a file";
}

async function backupsFound({ backup, dataDir, worker, production }: Settings): Promise<string> {
  if (!backup) {
    if (worker && production) throw new Doubt("BACKUP_DIR is not set, so nothing is backed up by itself");
    return "none by this node";
  }
  const found = await writableFolder(backup.dir, { setting: "BACKUP_DIR", leastBytes: 1_000_000_000 });
  const [own, other] = await Promise.all([stat(dataDir).catch(() => undefined), stat(backup.dir)]);
  if (own?.dev === other.dev) {
    throw new Doubt(`${found}, but on the disk of DATA_DIR: if it breaks, both are lost`);
  }
  return found;
}

/** A rehearsal restores into a database of its own, which the owner has to make. */
async function rehearsalsFound({ backup, databaseUrl, databaseOwnerUrl, worker }: Settings): Promise<string> {
  if (!worker || !backup || backup.rehearseDays === undefined) return "none by this node";
  const url = databaseOwnerUrl ?? databaseUrl;
  if (url === undefined) return "in the embedded PostgreSQL";
  const owner = await withConnection({ url: url, purpose: "check" }, async (client) => {
    const { rows } = await client.query<{ may: boolean; name: string }>(
      "select rolcreatedb or rolsuper as may, quote_ident(rolname) as name from pg_roles where rolname = current_user",
    );
    return rows[0];
  }).catch(() => {
    throw new Doubt(withoutDatabase);
  });
  if (owner?.may) return "the owner may create the database that they need";
  throw new Doubt(
    `BACKUP_REHEARSE_DAYS needs a database of its own, and ${owner?.name} may not create one. As an administrator of PostgreSQL: alter role ${owner?.name} createdb`,
  );
}

async function chainFound(settings: Settings): Promise<string> {
  if (settings.hasLocalChain) return "a local one, made by the start";
  const started = await startChain(settings);
  if (!started) return "none";
  await started.stop();
  return started.lines.map((line) => line.trim().replaceAll(/\s+/g, " ")).join("; ");
}

function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${decodeURIComponent(hostname)}:${port || "5432"}${pathname}`;
}
