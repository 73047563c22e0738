import { keysOf } from "@fc/contract/sure";
interface FindingKind {
  /** A wrong one must be corrected. A warning can be accepted by its name, with its count and sum. */
  readonly weight: "wrong" | "warning";
  readonly found: string;
  readonly advice: string;
  /** Of what the report adds up, where that helps to judge it. */
  readonly sums?: "FC" | "$";
}

/** Everything that the check of a folder can find, with what a person can do about it. */
export const findingKinds = {
  "no-members": {
    weight: "wrong",
    found: "There is no members.csv, or no member in it",
    advice: "Check the folder behind --from",
  },
  "unknown-file": {
    weight: "warning",
    found: "No part of the format has this name, so nobody reads the file",
    advice: "Correct its name, or accept that it is left out",
  },
  "unreadable-file": {
    weight: "wrong",
    found: "The file cannot be read",
    advice: "Let this user read it, and check the disk",
  },
  "empty-file": {
    weight: "wrong",
    found: "The file is empty",
    advice: "Write at least its header line, or leave the file out",
  },
  "other-encoding": {
    weight: "wrong",
    found: "The text is not UTF-8",
    advice: "Export it as UTF-8",
  },
  "other-separator": {
    weight: "wrong",
    found: "The cells are not separated by commas",
    advice: "Export it with commas",
  },
  "cut-file": {
    weight: "wrong",
    found: "The last line does not end with a line break, so the file may have been cut",
    advice: "Export it again; if it is whole, add a line break at its end",
  },
  "stray-quote": {
    weight: "wrong",
    found: "A quote stands inside a cell, or behind a quoted one",
    advice: "Put the whole cell in quotes, and double the quotes in it",
  },
  "unclosed-quote": {
    weight: "wrong",
    found: "A quote is opened here and never closed",
    advice: "Close it; the rest of the file was not read",
  },
  "line-too-long": {
    weight: "wrong",
    found: "The line is longer than a megabyte",
    advice: "End lines with LF or CR LF; the rest of the file was not read",
  },
  "wrong-cell-count": {
    weight: "wrong",
    found: "The line has not as many cells as the header",
    advice: "Put cells with a comma in quotes",
  },
  "control-character": {
    weight: "wrong",
    found: "A cell contains an invisible control character",
    advice: "Remove it",
  },
  "column-missing": { weight: "wrong", found: "A needed column is missing", advice: "Add the column" },
  "column-twice": { weight: "wrong", found: "A column is there twice", advice: "Remove one of them" },
  "unknown-column": {
    weight: "wrong",
    found: "No part of the format has this column",
    advice: "Correct its name, or leave such columns out with --ignore-unknown-columns",
  },
  "cell-missing": { weight: "wrong", found: "A needed cell is empty", advice: "Fill it" },
  "user-id-wrong": {
    weight: "wrong",
    found: "A user id has at most 32 of the characters A to Z, 0 to 9, - and .",
    advice: "Give the member another user id, in every file",
  },
  "user-id-twice": {
    weight: "wrong",
    found: "Another member has this user id, perhaps in small letters",
    advice: "Give one of them another user id, in every file",
  },
  "user-id-look-alike": {
    weight: "warning",
    found: "The user id looks like another one: 0 and O, or 1, I and L",
    advice: "Check that they are two people",
  },
  "unknown-user": {
    weight: "wrong",
    found: "No member has this user id",
    advice: "Add the member to members.csv, or correct the user id",
  },
  "row-twice": {
    weight: "wrong",
    found: "The member has had a line of this kind before",
    advice: "Leave one line",
  },
  "unknown-sponsor": {
    weight: "wrong",
    found: "No member has the sponsor's user id",
    advice: "Add the sponsor as a closed member, or correct the user id",
  },
  "unknown-parent": {
    weight: "wrong",
    found: "No member has the parent's user id",
    advice: "Add the parent as a closed member, or correct the user id",
  },
  "half-placed": {
    weight: "wrong",
    found: "A member has sponsor, parent and side, or, as a root, none of them",
    advice: "Fill all three cells, or none",
  },
  "several-roots": {
    weight: "warning",
    found: "More than one member has no parent",
    advice: "Check that these are networks of their own",
  },
  "no-root": {
    weight: "wrong",
    found: "Every member has a parent, so there is no root",
    advice: "Leave sponsor, parent and side of the first member empty",
  },
  "place-taken": {
    weight: "wrong",
    found: "Another member has this side of the parent",
    advice: "Place one of them elsewhere",
  },
  "circle-in-tree": {
    weight: "wrong",
    found: "The way up over the parents leads to no root, but in a circle",
    advice: "Correct a parent on this way",
  },
  "circle-of-sponsors": {
    weight: "wrong",
    found: "The way up over the sponsors leads in a circle",
    advice: "Correct a sponsor on this way",
  },
  "too-many-turns": {
    weight: "wrong",
    found: "The way down to the member turns more than 250 times between left and right",
    advice: "Place the branch elsewhere: docs/network.md says why",
  },
  "name-wrong": {
    weight: "wrong",
    found: "A name has letters of any script, spaces and . ' - only, at most 80",
    advice: "Correct the name",
  },
  "choice-wrong": {
    weight: "wrong",
    found: "The cell has none of the values that the column allows",
    advice: "Take one of docs/moving.md",
  },
  "text-wrong": {
    weight: "wrong",
    found: "The text is too long, or has signs that the portal refuses",
    advice: "Use letters, digits and , . / - # & ( ) ' : only",
  },
  "pin-wrong": {
    weight: "warning",
    found: "It is no PIN of the country",
    advice: "Correct it, or accept that it comes in empty",
  },
  "email-unusable": {
    weight: "warning",
    found: "The member has no e-mail address that can be used",
    advice: "Add one, or accept that the member has to ask support to sign in",
  },
  "email-shared": {
    weight: "warning",
    found: "Members before this one have the same e-mail address",
    advice: "Check that they may share it: who reads it can set their passwords",
  },
  "mobile-wrong": {
    weight: "warning",
    found: "It is no mobile number",
    advice: "Correct it, or accept that the member is asked for it",
  },
  "date-wrong": {
    weight: "wrong",
    found: "There is no such day or time",
    advice: "Write 2024-03-05, or 2024-03-05T10:15:00+05:30 (without the offset it is India's time)",
  },
  "date-in-future": { weight: "wrong", found: "The time has not come yet", advice: "Correct the date" },
  "date-too-early": {
    weight: "wrong",
    found: "The time is before the year 2000",
    advice: "Correct the date",
  },
  "dob-wrong": {
    weight: "wrong",
    found: "Nobody born on this day is a member: under 18, or over 120 years",
    advice: "Correct the day, or leave the cell empty",
  },
  "hash-unknown": {
    weight: "wrong",
    found: "No method that is accepted made this hash: bcrypt, argon2 or scrypt",
    advice: "Leave the cell empty: the member chooses a new password by mail",
  },
  "hash-too-costly": {
    weight: "wrong",
    found:
      "To compare a password would take too long: above bcrypt's cost 12, argon2's 128 MiB or 256 MiB in all passes, scrypt's 128 MiB in all lanes",
    advice: "Leave the cell empty: the member chooses a new password by mail",
  },
  "amount-wrong": {
    weight: "wrong",
    found: "It is no amount: digits, then perhaps a point and decimals",
    advice: "Write 1234.5, without groups and without a unit",
  },
  "amount-negative": { weight: "wrong", found: "The amount is below zero", advice: "Correct the amount" },
  "amount-zero": {
    weight: "wrong",
    found: "The amount is zero",
    advice: "Correct it, or leave the line out",
  },
  "dollar-decimals": {
    weight: "wrong",
    found: "The amount of dollars has more than two decimals",
    advice: "Round it to cents",
  },
  "rupee-decimals": {
    weight: "wrong",
    found: "The amount of rupees has more than two decimals",
    advice: "Round it to paise",
  },
  "financial-year-wrong": {
    weight: "wrong",
    found: "It is no financial year",
    advice: "Write 2025-26 for April 2025 to March 2026",
  },
  "more-decimals": {
    weight: "warning",
    found: "The amount of FC has more than four decimals",
    advice: "Accept that it is rounded towards zero; the sum is what is cut",
    sums: "FC",
  },
  "negative-wallet": {
    weight: "warning",
    found: "A wallet is below zero",
    advice: "Accept that the member has 0 in it and owes the rest as a deduction",
    sums: "FC",
  },
  "history-differs": {
    weight: "warning",
    found: "The lines of the history do not add up to the wallet's balance",
    advice: "Look for missing lines, or accept it; the sum is of all differences without their sign",
    sums: "FC",
  },
  "business-differs": {
    weight: "warning",
    found: "What is carried and taken of a leg is not the business of the stakes in it",
    advice: "Add ended stakes, or accept it; the sum is of all differences without their sign",
    sums: "$",
  },
  "business-missing": {
    weight: "warning",
    found:
      "The member has business in both legs and no line, so the import says that nothing of it was taken",
    advice: "Add the line, or accept that all of it is matched and paid here; the sum is of the smaller legs",
    sums: "$",
  },
  "percent-wrong": {
    weight: "wrong",
    found: "It is no share in percent of at most two decimals",
    advice: "Write 0.5 for half a percent",
  },
  "earned-beyond-limit": {
    weight: "wrong",
    found: "The stake has earned more than its limit",
    advice: "Correct what it earned, or its terms",
  },
  "earned-part-of-day": {
    weight: "warning",
    found: "A running stake has earned a part of a day beyond whole days of its daily share",
    advice:
      "Accept that it earns these parts again, so the sum beyond the limits in all; or correct what it earned",
    sums: "FC",
  },
  "paid-beyond-earned": {
    weight: "wrong",
    found: "More was paid for the stake than it has earned",
    advice: "Correct one of the two",
  },
  "end-contradicts": {
    weight: "wrong",
    found: "A stake that ended has a time and a reason, and its end is not before its approval",
    advice: "Fill both cells or none, and check the two times",
  },
  "matched-beyond-taken": {
    weight: "wrong",
    found: "More was matched than was taken of one of the legs",
    advice: "Correct one of the two",
  },
  "fee-beyond-amount": {
    weight: "wrong",
    found: "The fee is the whole amount or more",
    advice: "Correct the fee",
  },
  "pan-wrong": {
    weight: "wrong",
    found: "It is no PAN: five letters, four digits and a letter, the fourth letter of a kind that exists",
    advice: "Correct it, or leave the line out",
  },
  "account-wrong": {
    weight: "wrong",
    found: "An account number has 9 to 18 digits",
    advice: "Correct it, or leave the line out",
  },
  "ifsc-wrong": {
    weight: "wrong",
    found: "An IFSC code has four letters, a zero, and six letters or digits",
    advice: "Correct it, or leave the line out",
  },
  "address-wrong": {
    weight: "wrong",
    found: "Nobody can be paid at this address: its form or its checksum is wrong",
    advice: "Correct it, or leave the line out",
  },
  "utr-wrong": {
    weight: "wrong",
    found: "A UTR has 12 to 22 letters and digits",
    advice: "Correct it, or leave the cell empty",
  },
  "hash-of-transaction-wrong": {
    weight: "wrong",
    found: "A transaction is 0x and 64 hexadecimal digits",
    advice: "Correct it, or leave the cell empty",
  },
  "picture-missing": {
    weight: "wrong",
    found: "The folder pictures has no such file",
    advice: "Add the picture; the cell has its name without a folder",
  },
  "no-totals": {
    weight: "warning",
    found: "There is no totals.csv, so nothing shows that the files are complete",
    advice: "Let the old system write its totals",
  },
  "total-not-stated": {
    weight: "warning",
    found: "totals.csv does not state this total",
    advice: "Let the old system write it",
  },
  "total-for-nobody": {
    weight: "wrong",
    found: "The total of a leg needs a user id, and any other total has none",
    advice: "Fill or empty the cell",
  },
} as const satisfies Record<string, FindingKind>;

export type FindingKindName = keyof typeof findingKinds;
export const findingKindNames = keysOf(findingKinds);

/** By name, with every answer: the table's rows leave out what most kinds have not. */
export function findingKind(name: FindingKindName): FindingKind {
  return findingKinds[name];
}
