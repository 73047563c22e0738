import { AppError } from "@fc/contract/errors";

/** Nothing of the file was imported. `why` says which row is wrong, and what to do. */
export function refused(why: string): AppError {
  return new AppError("BANK_FILE_REFUSED", { fields: { file: why } });
}
