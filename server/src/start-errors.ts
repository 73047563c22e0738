import { isSocketMissing } from "./platform/db.ts";
import { LoginProblem } from "./platform/login.ts";
import { NotMigrated, UnfinishedRestore } from "./platform/migrate.ts";

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

export function databaseProblem(error: unknown): unknown {
  const isSaid = [UnfinishedRestore, NotMigrated, LoginProblem].some((kind) => error instanceof kind);
  if (isSaid && error instanceof Error) return new StartError(error.message);
  const code = codeOf(error);
  const reasons: Record<string, string> = {
    ECONNREFUSED: "nothing answers there",
    ENOTFOUND: "there is no such host",
    ETIMEDOUT: "it does not answer",
    "28P01": "the password is wrong",
    "28000": "the role may not sign in",
    "3D000": "there is no such database",
  };
  const reason = isSocketMissing(error) ? reasons["ECONNREFUSED"] : reasons[code];
  return reason === undefined
    ? error
    : new StartError(`The database cannot be reached: ${reason}. Check DATABASE_URL and DATABASE_OWNER_URL.`);
}

export function filesProblem(error: unknown): StartError {
  const { cause = error } = error as { cause?: unknown };
  const deeper = (cause as { cause?: unknown } | undefined)?.cause;
  const reason = codeOf(deeper) || (cause instanceof Error ? cause.message : "no reason given");
  return new StartError(`The store for pictures cannot be used: ${reason}. Check FILES_URL.`);
}

function codeOf(error: unknown): string {
  // If several addresses were tried, the error contains one error for each.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return (first as { code?: string } | undefined)?.code ?? "";
}
