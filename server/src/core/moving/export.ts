import { type Fc, asFc } from "@fc/contract/units";
import { rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { planRules } from "@fc/contract/plan/rules";
import pg from "pg";
import type { FileStore } from "../../platform/files/file-store.ts";
import { makeFolder } from "../../platform/folders.ts";
import { readPicture } from "../../platform/files/uploads.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { diskProblem } from "../backup/problem.ts";
import { numberIn, type NumberPlace } from "../members/identity-numbers.ts";
import { readAll } from "../network/bulk.ts";
import { returnsOf, type ClosedDay } from "../staking/life.ts";
import { exactOfFc, exactText } from "./exact-amount.ts";
import * as selects from "./export-selects.ts";
import { columnsOf, fileNames, picturesFolder, type FileKind } from "./format.ts";
import { writeCsv } from "./write-rows.ts";

interface ExportRequest {
  ownerUrl: string;
  /** The folder that is made. */
  to: string;
  files: FileStore;
  secretKey: SecretKey;
  /** With password hashes, PAN, bank accounts and their pictures. */
  withSecrets: boolean;
}

export interface ExportedFolder {
  folder: string;
  files: { file: string; lines: number }[];
  pictures: number;
  /** Pictures that the store does not have any more. */
  missing: number;
}

type Found = Record<string, unknown>;

/** Writes the company of one moment into a new folder of the format, while the product runs. */
export async function exportCompany(request: ExportRequest): Promise<ExportedFolder> {
  const folder = resolve(request.to);
  const unfinished = `${folder}.unfinished`;
  const client = new pg.Client({ connectionString: request.ownerUrl, application_name: "fc-portal export" });
  // A lost connection fails the statement that uses it; without a listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    // Of an export that was killed.
    await rm(unfinished, { recursive: true, force: true });
    await makeFolder(join(unfinished, picturesFolder), 0o700);
    await client.query("begin isolation level repeatable read read only");
    const made = await new CompanyExport(client, { ...request, to: unfinished }).write();
    await client.query("commit");
    await rename(unfinished, folder);
    return { folder, ...made };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw diskProblem(error, folder, "The export");
  } finally {
    await client.end();
  }
}

class CompanyExport {
  private readonly client: pg.Client;
  private readonly request: ExportRequest;
  private readonly written: ExportedFolder["files"] = [];
  private readonly pictures = { pictures: 0, missing: 0 };

  constructor(client: pg.Client, request: ExportRequest) {
    this.client = client;
    this.request = request;
  }

  async write(): Promise<Omit<ExportedFolder, "folder">> {
    const { withSecrets } = this.request;
    await this.file("members", selects.membersSelect, (found) =>
      withSecrets ? found : { ...found, password_hash: "" },
    );
    await this.stakes();
    await this.file("balances", selects.balancesSelect);
    await this.file("addresses", selects.addressesSelect);
    if (withSecrets) await this.identities();
    await this.file("stakingRequests", selects.stakingRequestsSelect, (found) => this.withPicture(found));
    await this.file("withdrawals", selects.withdrawalsSelect);
    await this.file("business", selects.businessSelect);
    await this.file("lifetimes", selects.lifetimesSelect);
    await this.file("taxYears", selects.taxYearsSelect);
    await this.file("house", selects.houseSelect);
    await this.file("history", selects.historySelect);
    await this.file("totals", selects.totalsSelect);
    return { files: this.written, ...this.pictures };
  }

  private async file(
    kind: FileKind,
    select: string,
    change: (found: Found) => Found | Promise<Found> = (found) => found,
  ): Promise<void> {
    const header = Object.values(columnsOf[kind]).map(({ name }) => name);
    const { client } = this;
    let lines = 0;
    async function* rows() {
      for await (const found of readAll<Found>(client, select)) {
        const changed = await change(found);
        lines++;
        yield header.map((name) => cellOf(changed[name], name));
      }
    }
    await writeCsv(join(this.request.to, fileNames[kind]), header, rows());
    this.written.push({ file: fileNames[kind], lines });
  }

  private async stakes(): Promise<void> {
    const { rows } = await this.client.query<{ day: string; due: string; available: string }>(
      `select day::text as day, due_fc::text as due, available_fc::text as available
       from closings where state = 'sealed' order by closings.day`,
    );
    const closed = rows.map(({ day, due, available }): ClosedDay => ({
      day,
      dueFc: asFc(BigInt(due)),
      availableFc: asFc(BigInt(available)),
    }));
    await this.file("stakes", selects.stakesSelect, (found) => {
      const lastDay = found["last_day"];
      const units = (column: string) => BigInt(String(found[column]));
      const before = { dueFc: asFc(units("earned_before")), paidFc: asFc(units("paid_before")) };
      if (found["rules"] === null) return { ...found, ...earned(before) };
      const ran = typeof lastDay === "string" ? closed.filter(({ day }) => day <= lastDay) : closed;
      const stake = {
        principal_fc: asFc(BigInt(String(found["principal"]))),
        started_on: String(found["started_on"]),
      };
      const { dueFc, paidFc } = returnsOf(stake, planRules.parse(found["rules"]).ros, ran);
      return {
        ...found,
        ...earned({ dueFc: asFc(before.dueFc + dueFc), paidFc: asFc(before.paidFc + paidFc) }),
      };
    });
  }

  private async identities(): Promise<void> {
    const memberId = (found: Found) => Number(found["member_id"]);
    await this.file("bank", selects.bankSelect, async (found) => {
      const number = this.number(found, { kind: "account", memberId: memberId(found) });
      return { ...(await this.withPicture(found)), account_number: number };
    });
    await this.file("pan", selects.panSelect, async (found) => {
      const version = Number(found["version"]);
      const number = this.number(found, { kind: "pan", memberId: memberId(found), version });
      return { ...(await this.withPicture(found)), pan: number };
    });
  }

  private number({ clear, encrypted }: Found, place: NumberPlace): string {
    return numberIn(this.request.secretKey, place, {
      clear: typeof clear === "string" ? clear : null,
      encrypted: Buffer.isBuffer(encrypted) ? encrypted : null,
    });
  }

  /** Copies the picture of a row, and names it there. */
  private async withPicture(found: Found): Promise<Found> {
    const id = found["picture"];
    if (typeof id !== "string") return found;
    const content = await readPicture(this.request, id);
    if (content === undefined) {
      this.pictures.missing++;
      return { ...found, picture: "" };
    }
    const picture = `${id}.jpg`;
    await writeFile(join(this.request.to, picturesFolder, picture), content, { mode: 0o600 });
    this.pictures.pictures++;
    return { ...found, picture };
  }
}

function earned({ dueFc, paidFc }: { dueFc: Fc; paidFc: Fc }): Found {
  return { earned_fc: exactText(exactOfFc(dueFc)), paid_fc: exactText(exactOfFc(paidFc)) };
}

function cellOf(value: unknown, column: string): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  throw new Error(`the export has no text for the column ${column}`);
}
