import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { KycStateName } from "@fc/contract/kyc/states";
import type { UploadFolder } from "@fc/contract/uploads/portal";
import { encryptedPicture } from "../../platform/files/encrypted-picture.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { pictureFrom } from "../../platform/files/picture.ts";
import { sha256, type SecretKey } from "../../platform/secrets.ts";
import { numberColumns, type NumberPlace } from "../members/identity-numbers.ts";
import { insertAll } from "../network/bulk.ts";
import { centsOf } from "./exact-amount.ts";
import { columnsOf, picturesFolder } from "./format.ts";
import { given, importRows, momentOf, type Importing } from "./import-rows.ts";

export interface DetailStores {
  files: FileStore;
  secretKey: SecretKey;
  /** Of the chain that coins come in over. */
  chainId: number;
}

/** Addresses, bank accounts, PAN and open staking requests, with their pictures. */
export async function importDetails(importing: Importing, stores: DetailStores): Promise<void> {
  await importAddresses(importing);
  const pictures = new Pictures(importing, stores);
  await importBank(importing, pictures);
  await importPan(importing, pictures);
  await importStakingRequests(importing, pictures);
}

async function importAddresses(importing: Importing): Promise<void> {
  const columns = columnsOf.addresses;
  await importRows(
    importing,
    "addresses",
    (row) => ({
      kind: given(row, columns.kind),
      cells: [importing.idOf(given(row, columns.userId)), given(row, columns.address)],
      since: momentOf(row, columns.since),
    }),
    async (made) => {
      const { client } = importing;
      const of = (wanted: "coin" | "fmdc") => made.filter(({ kind }) => kind === wanted);
      const [coin, fmdc] = [
        { table: "coin_addresses", columns: ["member_id", "address", "created_at", "changed_at"] },
        { table: "fmdc_addresses", columns: ["member_id", "address", "created_at"] },
      ];
      await insertAll(
        client,
        coin,
        of("coin").map(({ cells, since }) => [...cells, since, since]),
      );
      await insertAll(
        client,
        fmdc,
        of("fmdc").map(({ cells, since }) => [...cells, since]),
      );
    },
  );
}

async function importBank(importing: Importing, pictures: Pictures): Promise<void> {
  const columns = columnsOf.bank;
  await importRows(
    importing,
    "bank",
    (row) => ({
      line: row.line,
      refId: given(row, columns.userId),
      number: given(row, columns.accountNumber),
      cells: [given(row, columns.ifsc), given(row, columns.branch), given(row, columns.bankName)],
      picture: row.read(columns.picture),
      since: momentOf(row, columns.since),
      kyc: given(row, columns.kyc),
    }),
    async (made) => {
      const rows = [];
      for (const { line, refId, number, cells, picture, since, kyc } of made) {
        const memberId = importing.idOf(refId);
        const owner = { memberId, refId, since, line };
        const uploadId = await pictures.keep("bank-proof-images", picture, owner);
        const place = { kind: "account", memberId } as const;
        rows.push({
          cells: [memberId, ...pictures.numberCells(place, number), ...cells, since, uploadId],
          kyc: kycCells(importing, { memberId, part: "bank", since, state: kyc }),
        });
      }
      await pictures.store();
      const table = [
        "member_id",
        "encrypted_number",
        "number_index",
        "ifsc_code",
        "branch",
        "bank_name",
        "changed_at",
        "upload_id",
      ];
      await insertWithKyc(importing, { table: "bank_details", columns: table }, rows);
    },
  );
}

async function importPan(importing: Importing, pictures: Pictures): Promise<void> {
  const columns = columnsOf.pan;
  await importRows(
    importing,
    "pan",
    (row) => ({
      line: row.line,
      refId: given(row, columns.userId),
      name: given(row, columns.nameInPan),
      number: given(row, columns.pan),
      picture: given(row, columns.picture),
      since: momentOf(row, columns.since),
      kyc: given(row, columns.kyc),
    }),
    async (made) => {
      const rows = [];
      for (const { line, refId, name, number, picture, since, kyc } of made) {
        const memberId = importing.idOf(refId);
        const owner = { memberId, refId, since, line };
        const uploadId = await pictures.keep("pan-proof-images", picture, owner);
        const place = { kind: "pan", memberId, version: 1 } as const;
        rows.push({
          cells: [memberId, name, ...pictures.numberCells(place, number), uploadId, since],
          kyc: kycCells(importing, { memberId, part: "pan", since, state: kyc }),
        });
      }
      await pictures.store();
      const table = [
        "member_id",
        "name_in_pan",
        "encrypted_number",
        "number_index",
        "upload_id",
        "created_at",
      ];
      await insertWithKyc(importing, { table: "pan_records", columns: table }, rows);
    },
  );
}

async function importStakingRequests(importing: Importing, pictures: Pictures): Promise<void> {
  const columns = columnsOf.stakingRequests;
  await importRows(
    importing,
    "stakingRequests",
    (row) => ({
      line: row.line,
      refId: given(row, columns.userId),
      usdCents: centsOf(given(row, columns.amountUsd)),
      since: momentOf(row, columns.requestedAt),
      picture: given(row, columns.picture),
      utr: row.read(columns.utr) ?? null,
      transaction: row.read(columns.transaction) ?? null,
    }),
    async (made) => {
      const rows: Cells[] = [];
      for (const { line, refId, usdCents, since, picture, utr, transaction } of made) {
        const memberId = importing.idOf(refId);
        const owner = { memberId, refId, since, line };
        const uploadId = await pictures.keep("stacking-verification-images", picture, owner);
        // The operator who decides the request looks at the chain: what paid another system is not looked up by itself.
        const onChain = transaction === null ? [null, null, null] : [pictures.chainId, transaction, "named"];
        rows.push([memberId, usdCents, since, uploadId, utr, ...onChain]);
      }
      await pictures.store();
      const table = ["member_id", "amount_usd_cents", "requested_at", "upload_id", "utr"];
      await insertAll(
        importing.client,
        { table: "staking_requests", columns: [...table, "chain_id", "tx_hash", "deposit_state"] },
        rows,
      );
    },
  );
}

type Cells = readonly (string | number | bigint | Date | null)[];

interface KycCase {
  memberId: number;
  part: "bank" | "pan";
  since: Date;
  state: KycStateName;
}

/** Members read the reason, so it says as little as we know. */
function kycCells({ cut }: Importing, { memberId, part, since, state }: KycCase): Cells {
  const reason = state === "rejected" || state === "renew" ? "As in the system before" : null;
  return [memberId, part, state, since, state === "submitted" ? null : cut, reason];
}

async function insertWithKyc(
  { client }: Importing,
  into: { table: string; columns: readonly string[] },
  rows: readonly { cells: Cells; kyc: Cells }[],
): Promise<void> {
  await insertAll(
    client,
    into,
    rows.map(({ cells }) => cells),
  );
  const columns = ["member_id", "part", "state", "submitted_at", "decided_at", "reason"];
  await insertAll(
    client,
    { table: "kyc_cases", columns },
    rows.map(({ kyc }) => kyc),
  );
}

/** Pictures of the folder, read again, cleaned and encrypted like those that members upload. */
class Pictures {
  readonly chainId: number;
  private readonly importing: Importing;
  private readonly stores: DetailStores;
  private readonly used = new Set<string>();
  private rows: Cells[] = [];

  constructor(importing: Importing, stores: DetailStores) {
    this.importing = importing;
    this.stores = stores;
    this.chainId = stores.chainId;
  }

  /** As COPY reads bytes. */
  numberCells(place: Exclude<NumberPlace, { kind: "pan-correction" }>, number: string): string[] {
    const { encrypted_number, number_index } = numberColumns(this.stores.secretKey, place, number);
    return [bytesText(encrypted_number), bytesText(number_index)];
  }

  /** Writes the file of a picture and answers its id. A file that a killed import left is written again. */
  async keep(
    purpose: UploadFolder,
    name: string | undefined,
    { memberId, refId, since, line }: { memberId: number; refId: string; since: Date; line: number },
  ): Promise<string | null> {
    if (name === undefined) return null;
    const id = this.idOf(name, [purpose, refId, String(line)]);
    const file = await readFile(join(this.importing.reading.folder, picturesFolder, name));
    const { jpeg, width, height } = await pictureFrom(file);
    const { content, columns } = encryptedPicture(this.stores.secretKey, id, jpeg);
    await this.stores.files.write(id, content);
    const stored = [bytesText(columns.stored_sha256), columns.stored_key];
    const hash = bytesText(sha256(jpeg));
    this.rows.push([id, memberId, purpose, hash, jpeg.length, width, height, since, ...stored]);
    return id;
  }

  async store(): Promise<void> {
    const columns = ["id", "member_id", "purpose", "sha256", "bytes", "width", "height", "created_at"];
    const rows = this.rows;
    this.rows = [];
    await insertAll(
      this.importing.client,
      { table: "uploads", columns: [...columns, "stored_sha256", "stored_key"] },
      rows,
    );
  }

  /** The id that an export named it by, or one that follows from whose it is, so that a repeated import finds it. */
  private idOf(name: string, use: readonly string[]): string {
    const [, named] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jpg$/.exec(name) ?? [];
    const id = named === undefined || this.used.has(named) ? madeId([...use, name]) : named;
    this.used.add(id);
    return id;
  }
}

function madeId(parts: readonly string[]): string {
  const hash = createHash("sha256").update(parts.join("\n")).digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}

function bytesText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString("hex")}`;
}
