import { parseArgs } from "node:util";
import { sizeText } from "@fc/contract/size-text";
import { makeBackup } from "../core/backup/make-backup.ts";
import { systemClock } from "../platform/clock.ts";
import { fileStoreOf } from "../platform/files/store-of.ts";
import { loadSecretKey, secretKeyFrom } from "../platform/secrets.ts";
import { withDatabase } from "./with-database.ts";

// npm run backup -- --to DIR [--keep 14] [--with-key]
export async function backupCommand(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      to: { type: "string" },
      keep: { type: "string" },
      "with-key": { type: "boolean", default: false },
    },
  });
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (values.to === undefined || (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))) {
    console.error("npm run backup -- --to DIR [--keep 14] [--with-key]");
    process.exitCode = 2;
    return;
  }
  const { to, "with-key": withKey } = values;

  await withDatabase(async (ownerUrl, settings) => {
    const started = performance.now();
    const made = await makeBackup({
      ownerUrl,
      files: fileStoreOf(settings),
      to,
      keep,
      secretKey: secretKeyFrom(await loadSecretKey(settings.dataDir, settings.secretKey)),
      withKey,
      now: systemClock(),
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `${made.folder}: ${made.rows.toLocaleString("en-IN")} rows, ${made.pictures.toLocaleString("en-IN")} pictures, ${sizeText(made.bytes)} in ${seconds} s`,
    );
    if (made.leftOut.length > 0) {
      console.log(`Left out, because they are not the product's: ${made.leftOut.join(", ")}`);
    }
    if (made.problem !== null) console.log(made.problem);
    console.log(
      withKey
        ? "The secret key is in it: whoever has this folder can read and sign everything."
        : `The secret key (${made.keyId}) is not in it, and a restore needs it: keep SECRET_KEY, or ${settings.dataDir}/secret-key, in another place.`,
    );
  }, env);
}

if (import.meta.main) await backupCommand(process.argv.slice(2), process.env);
