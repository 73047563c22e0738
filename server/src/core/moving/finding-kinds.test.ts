import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { spoiledCompany, type SpoiledCompany } from "../../testing/moving.ts";
import type { FindingKindName } from "./finding-kinds.ts";
import type { FileKind } from "./format.ts";
import { mostTurns } from "../network/place.ts";

type Spoil = (company: SpoiledCompany) => Promise<unknown>;

const replacing =
  (kind: FileKind, from: string, to: string): Spoil =>
  (company) =>
    company.replace(kind, from, to);

const member = (id: string, parent: string, side: string) =>
  `${id},Asha Rao,F,${id}@example.com,,2025-01-06,,,,,,,,FC1001,${parent},${side},active,,\n`;

/** Below FC1017 a branch that turns at each member. */
function turning(company: SpoiledCompany, members: number) {
  const ids = ["FC1017", ...Array.from({ length: members }, (_, at) => `TURN${at}`)];
  const lines = ids.slice(1).map((id, at) => member(id, ids[at] ?? "", at % 2 === 0 ? "right" : "left"));
  return company.text("members").then((text) => company.write("members", `${text}${lines.join("")}`));
}

/** How each kind of finding comes about in the example company, and the place that the report names. */
const cases: Record<FindingKindName, readonly [spoil: Spoil, place: string]> = {
  "no-members": [(company) => company.remove("members"), "members.csv"],
  "unknown-file": [({ folder }) => writeFile(join(folder, "member.csv"), "user_id\n"), "member.csv"],
  "unreadable-file": [(company) => company.makeFolder("stakes"), "stakes.csv: EISDIR"],
  "empty-file": [(company) => company.write("pan", ""), "pan.csv, line 1"],
  "other-encoding": [
    async (company) => {
      const text = await company.text("members");
      await company.write("members", Buffer.from(text.replace("Deepak Verma", "Ren\u00e9 Verma"), "latin1"));
    },
    "members.csv, line 13",
  ],
  "other-separator": [
    async (company) => company.write("bank", (await company.text("bank")).replaceAll(",", ";")),
    "bank.csv, line 1",
  ],
  "cut-file": [
    async (company) => company.write("history", (await company.text("history")).slice(0, -9)),
    "history.csv, line 26",
  ],
  "stray-quote": [replacing("addresses", "FMDC-ASHA-1001", 'FMDC "ASHA" 1001'), "addresses.csv, line 3"],
  "unclosed-quote": [replacing("history", "FC1006,staking", '"FC1006,staking'), "history.csv, line 17"],
  "line-too-long": [
    async (company) => {
      const text = await company.text("history");
      await company.write("history", `${text}FC1001,${"x".repeat(3_000_000)}\n`);
    },
    "history.csv, line 27",
  ],
  "wrong-cell-count": [
    replacing("history", '"Festival gift, 2025"', "Festival gift, 2025"),
    "history.csv, line 13: 8 instead of 7",
  ],
  "control-character": [replacing("history", "Festival gift", "Festival \u001bgift"), "history.csv, line 13"],
  "column-missing": [replacing("balances", "offer_fc", "offers"), "balances.csv, line 1, offer_fc"],
  "column-twice": [replacing("balances", "offer_fc", "earning_fc"), "balances.csv, line 1, earning_fc"],
  "unknown-column": [replacing("balances", "deduction_fc", "deducted"), "balances.csv, line 1, deducted"],
  "cell-missing": [replacing("bank", ",HDFC Bank,", ",,"), "bank.csv, line 2, bank_name"],
  "user-id-wrong": [
    replacing("members", "FC1019,Geeta", "FC_1019,Geeta"),
    "members.csv, line 20, user_id: FC_1019",
  ],
  "user-id-twice": [
    replacing("members", "FC1019,Geeta", "fc1018,Geeta"),
    "members.csv, line 20, user_id: fc1018",
  ],
  "user-id-look-alike": [
    replacing("members", "FC1019,Geeta", "FCIO18,Geeta"),
    "members.csv, line 20, user_id: FCIO18",
  ],
  "unknown-user": [replacing("balances", "FC1010,", "FC1110,"), "balances.csv, line 10, user_id: FC1110"],
  "row-twice": [replacing("balances", "FC1010,", "FC1008,"), "balances.csv, line 10, user_id: FC1008"],
  "unknown-sponsor": [
    replacing("members", "FC1007,FC1005", "FC1107,FC1005"),
    "members.csv, line 11, sponsor_id: FC1107",
  ],
  "unknown-parent": [
    replacing("members", "FC1007,FC1005", "FC1007,FC1105"),
    "members.csv, line 11, parent_id: FC1105",
  ],
  "half-placed": [
    replacing("members", "FC1007,FC1005,left", "FC1007,FC1005,"),
    "members.csv, line 11, parent_id",
  ],
  "several-roots": [
    replacing("members", "FC1007,FC1005,left", ",,"),
    "members.csv, line 11, parent_id: FC1010",
  ],
  "no-root": [replacing("members", "IN,,,,active", "IN,FC1002,FC1020,left,active"), "members.csv"],
  "place-taken": [
    replacing("members", "FC1007,FC1005,left", "FC1007,FC1005,right"),
    "members.csv, line 12, side: FC1011",
  ],
  "circle-in-tree": [
    replacing("members", "FC1006,FC1006,left", "FC1006,FC1018,left"),
    "members.csv, line 13, parent_id: FC1012",
  ],
  "circle-of-sponsors": [
    replacing("members", "FC1006,FC1006,left", "FC1018,FC1006,left"),
    "members.csv, line 13, sponsor_id: FC1012",
  ],
  "too-many-turns": [
    (company) => turning(company, mostTurns),
    `members.csv, line 271, user_id: TURN${mostTurns - 1}`,
  ],
  "name-wrong": [replacing("members", "Ravi Kumar", "Ravi <b>"), "members.csv, line 3, name: Ravi <b>"],
  "choice-wrong": [
    replacing("members", "Ravi Kumar,M", "Ravi Kumar,male"),
    "members.csv, line 3, gender: male",
  ],
  "text-wrong": [replacing("members", ",Kolkata,", ",<Kolkata>,"), "members.csv, line 3, city: <Kolkata>"],
  "pin-wrong": [replacing("members", ",700016,", ",70001,"), "members.csv, line 3, pin: 70001"],
  "email-unusable": [replacing("members", "ravi.fc1002@example.com", ""), "members.csv, line 3, email"],
  "email-shared": [
    replacing("members", "meera.fc1003@example.com", "Ravi.FC1002@example.com"),
    "members.csv, line 4, email: Ravi.FC1002@example.com",
  ],
  "mobile-wrong": [replacing("members", "+919876543201", "12345"), "members.csv, line 3, mobile: 12345"],
  "date-wrong": [
    replacing("members", "2025-01-15T", "2025-02-31T"),
    "members.csv, line 3, joined_at: 2025-02-31T",
  ],
  "date-in-future": [
    replacing("members", "2025-01-15T", "2999-01-15T"),
    "members.csv, line 3, joined_at: 2999",
  ],
  "date-too-early": [
    replacing("members", "2025-01-15T", "1925-01-15T"),
    "members.csv, line 3, joined_at: 1925",
  ],
  "dob-wrong": [replacing("members", "1970-01-10", "2024-01-10"), "members.csv, line 2, dob: 2024-01-10"],
  "hash-unknown": [
    replacing("members", "$2y$", "$1$"),
    "members.csv, line 3, password_hash: •••• (59 characters)",
  ],
  "hash-too-costly": [
    replacing("members", "$2y$10", "$2y$13"),
    "members.csv, line 3, password_hash: •••• (60 characters)",
  ],
  "amount-wrong": [replacing("balances", ",1500,", ",Rs 1500,"), "balances.csv, line 5, offer_fc: Rs 1500"],
  "amount-negative": [replacing("stakes", "4650,4650", "-1,-1"), "stakes.csv, line 14, earned_fc: -1"],
  "amount-zero": [replacing("history", ",1500,", ",0.0,"), "history.csv, line 13, amount_fc: 0.0"],
  "dollar-decimals": [
    replacing("stakes", "FC1018,15,", "FC1018,15.001,"),
    "stakes.csv, line 14, amount_usd: 15.001",
  ],
  "rupee-decimals": [
    replacing("taxYears", "142375.25", "142375.255"),
    "tax-years.csv, line 2, counted_inr: 142375.255",
  ],
  "financial-year-wrong": [
    replacing("taxYears", "FC1002,2025-26", "FC1002,2025-27"),
    "tax-years.csv, line 3, financial_year: 2025-27",
  ],
  "more-decimals": [
    replacing("balances", ",1500,", ",1500.00001,"),
    "balances.csv, line 5, offer_fc: 1500.00001",
  ],
  "negative-wallet": [replacing("balances", ",1500,", ",-1500,"), "balances.csv, line 5, offer_fc: -1500"],
  "history-differs": [
    replacing("balances", ",1500,", ",1400,"),
    "history.csv, offer: FC1004: the balance has -100 more than the lines",
  ],
  "business-differs": [
    replacing("business", "FC1001,575,", "FC1001,500,"),
    "business.csv, line 2, left_carried_usd: 500",
  ],
  "matched-beyond-taken": [
    replacing("business", ",150,150\n", ",150,151\n"),
    "business.csv, line 3, matched_usd: 151",
  ],
  "business-missing": [
    replacing("business", "FC1002,-90,300,165,150,150\n", ""),
    "business.csv, user_id: FC1002",
  ],
  "percent-wrong": [replacing("stakes", ",0.5,", ",0.555,"), "stakes.csv, line 2, daily_percent: 0.555"],
  "earned-beyond-limit": [
    replacing("stakes", "4650,4650", "30001,4650"),
    "stakes.csv, line 14, earned_fc: 30001",
  ],
  "earned-part-of-day": [
    replacing("stakes", "4650,4650", "4660,4650"),
    "stakes.csv, line 14, earned_fc: 4660",
  ],
  "paid-beyond-earned": [replacing("stakes", "4650,4650", "4650,4651"), "stakes.csv, line 14, paid_fc: 4651"],
  "end-contradicts": [replacing("stakes", "+05:30,undone", "+05:30,"), "stakes.csv, line 16, ended_at"],
  "fee-beyond-amount": [
    replacing("withdrawals", "10000,0,0,10", "5,4,0,10"),
    "withdrawals.csv, line 3, fee_fc: 10",
  ],
  "pan-wrong": [replacing("pan", "ABCPR1234F", "ABCXR1234F"), "pan.csv, line 2, pan: ••••"],
  "account-wrong": [replacing("bank", "001234567890", "1234-5678"), "bank.csv, line 2, account_number: ••••"],
  "ifsc-wrong": [replacing("bank", "HDFC0000001", "HDFC1000001"), "bank.csv, line 2, ifsc_code: HDFC1000001"],
  "address-wrong": [replacing("addresses", "e2fb77", "e2fb7"), "addresses.csv, line 4, address: 0xde"],
  "utr-wrong": [
    replacing("stakingRequests", "603112345678", "60311"),
    "staking-requests.csv, line 2, utr: 60311",
  ],
  "hash-of-transaction-wrong": [
    replacing("stakingRequests", "0xabab", "0xzbab"),
    "staking-requests.csv, line 3, transaction: 0xzbab",
  ],
  "picture-missing": [
    replacing("pan", "pan-fc1001.png", "../pan-fc1001.png"),
    "pan.csv, line 2, picture: ../pan-fc1001.png",
  ],
  "no-totals": [(company) => company.remove("totals"), "totals.csv"],
  "total-not-stated": [replacing("totals", "offer,,1500\n", ""), "totals.csv, total: offer"],
  "total-for-nobody": [
    replacing("totals", "left_members,FC1001,", "left_members,,"),
    "totals.csv, line 17, user_id",
  ],
};

test.each(Object.entries(cases))("%s is found where it is", async (kind, [spoil, place]) => {
  const company = await spoiledCompany();
  await spoil(company);
  const { code, stdout } = await company.check();
  expect(code).toBe(1);
  const [, found = ""] = stdout.split(new RegExp(`^(?:WRONG|look) ${kind}, `, "m"));
  const [places = ""] = found.split("\n\n");
  expect(places).toContain(`\n  ${place}`);
});

test("a branch that turns as often as here is allowed", async () => {
  const company = await spoiledCompany();
  await turning(company, mostTurns - 1);
  expect((await company.check()).stdout).not.toContain("too-many-turns");
});
