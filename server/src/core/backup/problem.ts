import { textField } from "@fc/contract/sure";
import { errorCode } from "../../platform/error-code.ts";
/** Why a backup or a restore cannot be done, in a sentence for the person who has to act. */
export class BackupProblem extends Error {
  override readonly name = "BackupProblem";
}

const diskReasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the disk can only be read",
  ENOTDIR: "a part of its path is a file",
  EIO: "the disk reports an error",
};

/** Only of folders that are made: elsewhere a missing file is something else. */
const folderReasons: Readonly<Record<string, string>> = {
  EEXIST: "there is a file of this name",
  ENOENT: "a folder of its path cannot be made",
};

/** The same error in plain words, if the disk is the reason. */
export function diskProblem(error: unknown, folder: string, what = "The backup"): unknown {
  const code = errorCode(error) ?? "";
  const reason =
    diskReasons[code] ?? (textField(error, "syscall") === "mkdir" ? folderReasons[code] : undefined);
  return reason === undefined
    ? error
    : new BackupProblem(`${what} cannot be written to ${folder}: ${reason}.`);
}
