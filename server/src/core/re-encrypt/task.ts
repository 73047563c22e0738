import { hour } from "../../platform/clock.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { reencryptTaskName } from "../../platform/secret-keys.ts";
import { reencryptLists } from "../liabilities/re-encrypt.ts";
import { reencryptNumbers } from "../members/re-encrypt-numbers.ts";
import { reencryptPhrases } from "../mails/phrase.ts";
import { reencryptPushKeys } from "../notifications/push-keys.ts";
import { reencryptPictures } from "./pictures.ts";
import { reencryptSecrets } from "../totp/re-encrypt.ts";

/**
 * Starts when the key was replaced, and every hour: a node of an earlier release may still have stored a number or a
 * picture in clear, or a node that was not restarted may have encrypted with the earlier key.
 */
export function reencryptTask(
  deps: Pick<Deps, "db" | "secretKey" | "files" | "clock" | "databaseClock">,
): Task {
  const { db, secretKey } = deps;
  return {
    name: reencryptTaskName,
    everyMs: hour,
    longestRunMs: hour,
    async run() {
      await reencryptSecrets(db, secretKey);
      await reencryptPushKeys(db, secretKey);
      await reencryptLists(db, secretKey);
      await reencryptNumbers(db, secretKey);
      await reencryptPictures(deps);
      await reencryptPhrases(db, secretKey);
    },
  };
}
