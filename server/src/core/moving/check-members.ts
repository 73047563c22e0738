import { homeCountry, pinProblem } from "@fc/contract/countries";
import { dobProblem } from "@fc/contract/profile/portal";
import type { Company } from "./company.ts";
import { columnsOf } from "./format.ts";
import type { Row } from "./read-rows.ts";

const columns = columnsOf.members;

/** Checks each line of members.csv by itself and remembers who is where. */
export class MembersCheck {
  private readonly company: Company;
  private readonly emails = new Set<string>();
  private readonly lookAlikes = new Set<string>();

  constructor(company: Company) {
    this.company = company;
  }

  check(row: Row): void {
    const { company } = this;
    const refId = row.read(columns.userId);
    if (refId === undefined) return;
    const number = company.numberFor(refId);
    if (company.line[number] !== 0) return row.found("user-id-twice", columns.userId);
    company.line[number] = row.line;
    if (isSecond(this.lookAlikes, lookAlikeOf(refId))) row.found("user-id-look-alike", columns.userId);
    this.checkPlace(row, number);
    this.checkPerson(row);
  }

  private checkPlace(row: Row, number: number): void {
    const { company } = this;
    const sponsorId = row.read(columns.sponsorId);
    const parentId = row.read(columns.parentId);
    const side = row.read(columns.side);
    const isRoot = sponsorId === undefined && parentId === undefined && side === undefined;
    if (isRoot) return;
    if (sponsorId === undefined || parentId === undefined || side === undefined) {
      return row.found("half-placed", columns.parentId);
    }
    company.sponsor[number] = company.numberFor(sponsorId);
    company.parent[number] = company.numberFor(parentId);
    company.side[number] = side;
  }

  private checkPerson(row: Row): void {
    const email = row.read(columns.email);
    const isClosed = row.read(columns.status) === "closed";
    // A refused one was found already.
    if (email === undefined && !isClosed && row.isEmpty(columns.email)) {
      row.found("email-unusable", columns.email);
    }
    if (email !== undefined && isSecond(this.emails, email.toLowerCase())) {
      row.found("email-shared", columns.email);
    }
    const dob = row.read(columns.dob);
    if (dob !== undefined && dobProblem(dob, this.company.reading.now) !== undefined) {
      row.found("dob-wrong", columns.dob);
    }
    const pin = row.read(columns.pin) ?? "";
    const country = row.read(columns.country) ?? homeCountry;
    if (pinProblem(pin, country) !== undefined) row.found("pin-wrong", columns.pin);
  }
}

/** Whether it was there before. */
function isSecond(before: Set<string>, text: string): boolean {
  if (before.has(text)) return true;
  // A part of a line keeps the whole text that was read with it in memory.
  before.add(Buffer.from(text).toString());
  return false;
}

/** The same for user ids that people cannot tell apart. */
function lookAlikeOf(refId: string): string {
  return refId.replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}
