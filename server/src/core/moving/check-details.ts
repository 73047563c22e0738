import { coinAddressProblem } from "@fc/contract/coin-address/address";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { memberOf, OneLine, type RowCheck } from "./check-rows.ts";
import type { Company } from "./company.ts";
import { columnsOf, type Column } from "./format.ts";
import type { Row } from "./read-rows.ts";

/** bank.csv and pan.csv: one line for a member, with a picture. */
export class IdentityCheck implements RowCheck {
  private readonly company: Company;
  private readonly columns: { userId: Column<string>; picture: Column<string> };
  private readonly pictures: ReadonlySet<string>;
  private readonly lines = new OneLine();

  constructor(company: Company, file: "bank" | "pan", pictures: ReadonlySet<string>) {
    this.company = company;
    this.columns = columnsOf[file];
    this.pictures = pictures;
  }

  check(row: Row): void {
    const number = memberOf(this.company, row, this.columns.userId);
    if (number !== undefined) this.lines.check(row, this.columns.userId, number);
    checkPicture(row, this.columns.picture, this.pictures);
  }
}

export function checkPicture(row: Row, column: Column<string>, pictures: ReadonlySet<string>): void {
  const picture = row.read(column);
  if (picture !== undefined && !pictures.has(picture)) row.found("picture-missing", column);
}

export class AddressesCheck implements RowCheck {
  private readonly company: Company;
  private readonly lines = new OneLine();

  constructor(company: Company) {
    this.company = company;
  }

  check(row: Row): void {
    const columns = columnsOf.addresses;
    const number = memberOf(this.company, row, columns.userId);
    const kind = row.read(columns.kind);
    const address = row.read(columns.address);
    if (number !== undefined && kind !== undefined) this.lines.check(row, columns.kind, `${kind} ${number}`);
    const isWrong =
      kind === "coin" && address !== undefined && coinAddressProblem(address, keccak_256) !== undefined;
    if (isWrong) row.found("address-wrong", columns.address);
  }
}
