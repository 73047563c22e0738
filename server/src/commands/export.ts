import { hostname } from "node:os";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { AppError } from "@fc/contract/errors";
import { sendOperatorMail } from "../core/mails/mails.ts";
import { exportCompany } from "../core/moving/export.ts";
import { activeAdmins } from "../core/operators/admins.ts";
import { commandLine, logAction } from "../core/operators/log.ts";
import { systemClock } from "../platform/clock.ts";
import { atomically, createDb, createPool, type Tx } from "../platform/db.ts";
import { fileStoreOf } from "../platform/files/store-of.ts";
import { loadSecretKey } from "../platform/secrets.ts";
import { secretKeyFor, withDatabase } from "./with-database.ts";

const usage = "npm run export -- --to DIR --for asha@example.com [--with-secrets]";

// npm run export -- --to DIR --for asha@example.com [--with-secrets]
export async function exportCommand(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      to: { type: "string" },
      for: { type: "string" },
      "with-secrets": { type: "boolean", default: false },
    },
  });
  if (values.to === undefined || values.for === undefined) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const [to, email, withSecrets] = [resolve(values.to), values.for.toLowerCase(), values["with-secrets"]];

  await withDatabase(async (ownerUrl, settings) => {
    if (await exists(to)) throw refused("to", `${to} exists already. Name a folder that is to be made`);
    const secretKey = await secretKeyFor(ownerUrl, await loadSecretKey(settings.dataDir, settings.secretKey));
    const db = createDb(createPool({ url: ownerUrl, poolSize: 1 }));
    try {
      // Before the first row is read: who stops the command half way has a part of the company.
      await atomically(db, tellOfExport, { email, folder: to, withSecrets, now: systemClock() });
    } finally {
      await db.destroy();
    }
    const files = fileStoreOf(settings);
    const made = await exportCompany({ ownerUrl, to, files, secretKey, withSecrets });
    for (const { file, lines } of made.files) console.log(`${file}: ${lines} lines`);
    console.log(`${made.folder}: ${made.pictures} pictures`);
    if (made.missing > 0) console.log(`${made.missing} pictures are not in the store any more`);
    console.log(
      withSecrets
        ? "Password hashes, PAN and account numbers are in it: whoever has this folder can use them."
        : "Password hashes, PAN and bank details are not in it: --with-secrets exports them as well.",
    );
  }, env);
}

interface ExportToTell {
  email: string;
  folder: string;
  withSecrets: boolean;
  now: Date;
}

/** The machine knows no person, so an admin answers for it, and all admins are told. */
async function tellOfExport(tx: Tx, { email, folder, withSecrets, now }: ExportToTell): Promise<void> {
  const operator = await tx
    .selectFrom("operators")
    .select(["id", "name"])
    .where("email", "=", email)
    .where("role", "=", "admin")
    .where("status", "=", "active")
    .executeTakeFirst();
  if (operator === undefined) throw refused("for", "There is no active admin with this e-mail address");
  const details = { folder, secrets: withSecrets ? "with secrets" : null };
  await logAction(tx, {
    operatorId: operator.id,
    ip: commandLine,
    action: "company/export",
    details,
    now,
  });
  const values = { operator: `${operator.name} (${email})`, folder, host: hostname(), withSecrets };
  for (const to of await activeAdmins(tx)) {
    await sendOperatorMail(tx, { kind: "company-exported", to, now, values });
  }
}

function refused(field: string, why: string): AppError {
  return new AppError("BAD_REQUEST", { fields: { [field]: why } });
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

if (import.meta.main) await exportCommand(process.argv.slice(2), process.env);
