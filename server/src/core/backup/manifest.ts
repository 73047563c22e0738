import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { keyedHash, type SecretKey } from "../../platform/secrets.ts";
import { BackupProblem } from "./problem.ts";

/**
 * What a backup says about itself. It is written last and under the folder's final name, so a folder without a manifest
 * is no backup.
 */
const fileFacts = z.object({ bytes: z.number(), sha256: z.string() });
export type FileFacts = z.output<typeof fileFacts>;

const manifest = z.object({
  format: z.literal(1),
  /** The release that made it, for people. */
  release: z.string(),
  id: z.number(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  host: z.string(),
  /** The schema of the tables: a restore makes exactly this one, loads, and then migrates. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** The key that a restored server needs, and that signed this. */
  keyId: z.string(),
  /** The file of the key, if the backup holds it. */
  key: z.nullable(fileFacts),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), ...fileFacts.shape }),
  ),
  /** What this product does not make, and a restore could not: tables of somebody else in the same schema. */
  leftOut: z.array(z.string()).default([]),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  /** As they are in force: a migration may have made one of them fit the rows that were there. */
  indexes: z.array(z.object({ name: z.string(), definition: z.string() })),
  pictures: z.object({
    count: z.number(),
    bytes: z.number(),
    /** The list of all pictures with their checksums, as `sha256sum -c` reads it. */
    list: fileFacts,
    /** How many rows named a picture that the store no longer had. */
    missing: z.array(z.string()),
  }),
});
export type Manifest = z.output<typeof manifest>;

export const manifestName = "manifest.json";
export const signatureName = "manifest.signature";
export const keyName = "secret-key";
export const pictureListName = "pictures.sha256";
/** The product's indexes have such names. Somebody else's may need quotes, and is then never made by a restore. */
export const isPlainName = (name: string) => /^\w+$/.test(name);
export const tableFile = (name: string) => join("tables", `${name}.copy.zst`);
export const pictureFile = (id: string) => join("pictures", id.slice(0, 2), id);

/**
 * The manifest names the checksums of all other files, and its indexes are statements that a restore runs. So who could
 * change it could run anything there; only who has the key can sign it.
 */
export function signatureOf(secretKey: SecretKey, text: string): string {
  return keyedHash(secretKey, "manifest of a backup", text).toString("hex");
}

interface SignedManifest {
  manifest: Manifest;
  /** As it was signed. */
  text: string;
  signature: string | undefined;
}

export async function readManifest(folder: string): Promise<SignedManifest> {
  const text = await readFile(join(folder, manifestName), "utf8").catch(() => undefined);
  if (text === undefined) {
    throw new BackupProblem(
      `${folder} holds no complete backup: ${manifestName} is missing, which is written last.`,
    );
  }
  try {
    const signature = await readFile(join(folder, signatureName), "utf8").catch(() => undefined);
    return { manifest: manifest.parse(JSON.parse(text)), text, signature: signature?.trim() };
  } catch {
    throw new BackupProblem(
      `${join(folder, manifestName)} cannot be read: it was changed, or a newer release wrote it.`,
    );
  }
}
