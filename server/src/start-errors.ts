import { textField, fieldOf } from "@fc/contract/sure";
import { errorCode } from "./platform/error-code.ts";
import { EmbeddedProblem } from "./development/embedded-postgres/problem.ts";
import { databaseErrorCode, isSocketMissing } from "./platform/db.ts";
import { UnfitDatabase } from "./platform/database-fitness.ts";
import { LoginProblem } from "./platform/login.ts";
import { NotMigrated, UnfinishedRestore } from "./platform/migrate.ts";

export const demoInProduction =
  "This database holds the demo, whose logins are public, so it cannot be used with NODE_ENV=production. " +
  "Set DATABASE_URL (or DATA_DIR, for the embedded database) to an empty one.";

export const demoSizeWithoutDemo =
  "--members is the size of the demo, and there is no demo here: it is off with DEMO=false and with NODE_ENV=production.";

export const demoTooLate =
  "--members fills a new database, and this one was filled before. " +
  "Start without it, or begin again with npm run db:reset, which deletes the local data.";

/** A problem that a person can solve; shown without a stack trace. */
export class StartError extends Error {}

/** Describes what the machine refused and names the setting to change. */
export function portProblem(
  error: unknown,
  { setting, host, port }: { setting: string; host: string; port: number },
): unknown {
  const code = codeOf(error);
  if (code === "EADDRINUSE") {
    return new StartError(
      `Port ${port} on ${host} is already in use. Set ${setting} to another one: ${setting}=${port + 1} npm start`,
    );
  }
  if (code === "EACCES") {
    return new StartError(`Port ${port} needs rights you do not have. Set ${setting} to 1024 or above.`);
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new StartError(`This machine has no address ${host}. Set HOST to 127.0.0.1 or 0.0.0.0.`);
  }
  return error;
}

export function folderProblem(error: unknown, folder: string): unknown {
  const code = codeOf(error);
  const known = ["EACCES", "EPERM", "EEXIST", "ENOTDIR", "ENOENT", "EROFS", "ENOSPC"];
  return known.includes(code)
    ? new StartError(
        `The data folder ${folder} cannot be used (${code}). Set DATA_DIR to a folder that can be written.`,
      )
    : error;
}

/** The same error, or in a sentence what the person who starts has to change. */
export function databaseProblem(error: unknown): unknown {
  const isSaid = [EmbeddedProblem, UnfitDatabase, UnfinishedRestore, NotMigrated, LoginProblem].some(
    (kind) => error instanceof kind,
  );
  if (isSaid && error instanceof Error) return new StartError(error.message);
  const unreachable = isSocketMissing(error) ? unreachableReasons["ECONNREFUSED"] : reasonOf(error);
  if (unreachable !== undefined) {
    return new StartError(
      `The database cannot be reached: ${unreachable}. Check DATABASE_URL and DATABASE_OWNER_URL.`,
    );
  }
  return machineProblem(error) ?? error;
}

function reasonOf(error: unknown): string | undefined {
  return unreachableReasons[codeOf(error)];
}

const unreachableReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name of its host cannot be looked up now",
  ETIMEDOUT: "it does not answer",
  EHOSTUNREACH: "no way leads to its host",
  "28P01": "the password is wrong",
  "28000": "the role may not sign in",
  "3D000": "there is no such database",
  "57P03": "it is starting or stopping",
};

/** What the machine or PostgreSQL refused in the middle of something; undefined for a fault of ours. */
export function machineProblem(error: unknown, folder?: string): StartError | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const said = (cause instanceof Error ? cause.message : String(cause)).split("\n")[0];
  const refusal = refusals[databaseErrorCode(cause) ?? ""];
  if (refusal !== undefined) return new StartError(`PostgreSQL refuses (${said}). ${refusal}`);
  const advice = diskAdvice[codeOf(cause)];
  const path = folder ?? textField(cause, "path") ?? "a file";
  return advice === undefined ? undefined : new StartError(`${path} cannot be used: ${advice}`);
}

const refusals: Readonly<Record<string, string>> = {
  "53100": "Free space on the disk of its server, and try again; nothing is lost.",
  "53300": "Lower DATABASE_POOL_SIZE of each node, or raise max_connections of the server.",
  "42501":
    "Name the owner of the tables in DATABASE_OWNER_URL, or let an administrator of PostgreSQL give the right.",
  "25006": "This is a replica, which takes no changes. Name the primary in DATABASE_URL.",
};

const diskAdvice: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full. Free space on it, and try again.",
  EDQUOT: "the disk quota of this user is used up. Free space, or raise the quota.",
  EACCES: "this user lacks the right. Run it as the user of the service, or give that user the right.",
  EPERM: "this user lacks the right. Run it as the user of the service, or give that user the right.",
  EROFS: "its disk can only be read. Choose another folder, or name it in the service's ReadWritePaths.",
  EMFILE: "too many files are open. Raise the limit of open files (LimitNOFILE of the service).",
};

export function filesProblem(error: unknown): StartError {
  const cause = fieldOf(error, "cause") ?? error;
  const reason =
    codeOf(fieldOf(cause, "cause")) || (cause instanceof Error ? cause.message : "no reason given");
  return new StartError(`The store for pictures cannot be used: ${reason}. Check FILES_URL.`);
}

function codeOf(error: unknown): string {
  // If several addresses were tried, the error contains one error for each.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return errorCode(first) ?? "";
}
