import { sizeText } from "@fc/contract/size-text";
import { freeBytesAt } from "../../platform/free-space.ts";

/** Why the embedded PostgreSQL cannot be used, in a sentence for the person who has to act. */
export class EmbeddedProblem extends Error {
  override readonly name = "EmbeddedProblem";
}

/** What an empty database takes with its log and the tables of all migrations. */
const neededBytes = 150_000_000;
/** Below it PostgreSQL neither starts nor says why, because its log cannot be written either. */
const fullBelowBytes = 4_000_000;

/** Before anything is written: a database that fails in the middle leaves a disk that is full. */
export async function refuseSmallDisk(folder: string): Promise<void> {
  const free = await freeBytesAt(folder);
  if (free >= neededBytes) return;
  throw new EmbeddedProblem(
    `A new database needs ${sizeText(neededBytes)}, and ${sizeText(free)} are free at ${folder}. It was not begun. Free space there, or set DATA_DIR to a folder on another disk.`,
  );
}

/** The same error, or that the disk is full if that is why. */
export async function orFullDisk(error: unknown, folder: string): Promise<unknown> {
  const isSaid = /no space left|ENOSPC|EDQUOT/i.test(String(error));
  const free = await freeBytesAt(folder);
  if (!isSaid && free >= fullBelowBytes) return error;
  return new EmbeddedProblem(
    `The embedded PostgreSQL cannot start: the disk of ${folder} is full (${sizeText(free)} free). Nothing is lost. Free space there, and start again.`,
    { cause: error },
  );
}
