import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { countryCodes } from "@fc/contract/countries";
import { endOfDay } from "@fc/contract/period";
import { languageCodes } from "@fc/contract/languages";
import { sure } from "@fc/contract/sure";
import { wallets } from "@fc/contract/wallet/kinds";
import { kycStateNames } from "@fc/contract/kyc/states";
import { seededRandom } from "../../seeds/random.ts";
import { exactOfCents, exactOfFc, exactText } from "../core/moving/exact-amount.ts";
import { columnsOf, fileNames, picturesFolder, type FileKind } from "../core/moving/format.ts";
import { writeCsv } from "../core/moving/write-rows.ts";
import { exampleCompany } from "./moving.ts";

interface Size {
  seed: number;
  members: number;
  /** Nothing has happened after it. */
  cutDay: string;
}

/** Pictures are cleaned and encrypted, which takes long, so only so many members have some. */
const mostPictures = 6;
const picture = "proof-fc1009.png";
const hash = "$2b$10$abcdefghijklmnopqrstuu/ks.dWZubkyu/W1H/NNb8HD.kZDJGDi";

/**
 * Writes a company in which every column of every file has some values, with what only other systems have: several roots,
 * sponsors anywhere, terms that were never in force, wallets below zero, more decimals than ours. The same seed makes the
 * same company.
 */
export async function writeRandomFolder(folder: string, { seed, members, cutDay }: Size): Promise<void> {
  const random = seededRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const oneOf = <Each>(values: readonly Each[]): Each => sure(values[below(values.length)]);
  const isRare = () => random() < 0.15;
  const cut = endOfDay(cutDay).getTime() - 1;
  const moment = () => new Date(cut - below(400 * 86_400_000)).toISOString();
  const fc = (most: number) => exactText(exactOfFc(BigInt(below(most))));
  const usd = (most: number) => exactText(exactOfCents(BigInt(below(most))));
  const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join("");
  const ids = Array.from({ length: members }, (_, at) =>
    oneOf([`FC${1_000_000 + at}`, `OLD-${at}`, `a.${at}`]),
  );
  const some = (share: number) => ids.filter(() => random() < share);

  const free: { parent: string; side: string }[] = [];
  const memberLines = ids.map((id, at) => {
    const isRoot = at === 0 || random() < 2 / members;
    const [place] = isRoot ? [] : free.splice(below(free.length), 1);
    free.push({ parent: id, side: "left" }, { parent: id, side: "right" });
    const status = oneOf(["active", "active", "active", "blocked", "closed"]);
    return cellsOf("members", {
      userId: id,
      name: oneOf(["Asha Rao", "प्रिया शर्मा", "Joseph D'Souza", "Ravi K. Iyer"]),
      gender: oneOf(["M", "F"]),
      email: status === "closed" || isRare() ? "" : isRare() ? "shared@example.com" : `m${at}@example.com`,
      mobile: isRare() ? "" : `+91${9_000_000_000 + at}`,
      joinedAt: moment(),
      dob: isRare() ? "1980-02-29" : "",
      nominee: isRare() ? "Kiran Rao" : "",
      relation: isRare() ? "Sister" : "",
      address: oneOf(["", "12, MG Road,\nFlat 3", "4/7 Park Street"]),
      city: oneOf(["", "Pune"]),
      country: oneOf(["", "IN", oneOf(countryCodes)]),
      sponsorId: place === undefined ? "" : sure(ids[below(at)]),
      parentId: place?.parent ?? "",
      side: place?.side ?? "",
      status,
      language: oneOf(["", ...languageCodes]),
      passwordHash: isRare() ? hash : "",
    });
  });
  const stakeLines = some(0.6).map((id) => {
    const [daily, limit] = [oneOf([1, 50, 137, 300]), oneOf([777, 15_000, 20_001])];
    const units = 10_000n * BigInt(1 + below(100_000));
    const reached = Math.min(below(Math.ceil(limit / daily) + 1) * daily, limit);
    const earned = (units * BigInt(reached)) / 10_000n;
    const end = oneOf(["", "", "completed", "undone"]);
    return cellsOf("stakes", {
      userId: id,
      amountUsd: exactText(exactOfCents(BigInt(1 + below(1_000_000)))),
      amountFc: exactText(exactOfFc(units)),
      approvedAt: new Date(cut - 500 * 86_400_000).toISOString(),
      dailyPercent: String(daily / 100),
      limitPercent: String(limit / 100),
      earnedFc: exactText(exactOfFc(earned)),
      paidFc: exactText(exactOfFc((earned * BigInt(below(101))) / 100n)),
      endedAt: end === "" ? "" : moment(),
      endReason: end,
    });
  });
  const balanceLines = some(0.8).map((id) => {
    const amounts = wallets.map(() => `${isRare() ? "-" : ""}${below(100_000)}.${below(1_000_000)}`);
    return [id, ...amounts, isRare() ? fc(1_000_000) : ""];
  });
  const addressLines = some(0.4).flatMap((id) => [
    [id, "coin", `0x${hex(40).replace(/^0/, "1")}`, moment()],
    ...(isRare() ? [[id, "fmdc", `FMDC "${id}", ${below(99)}`, moment()]] : []),
  ]);
  const bankLines = some(0.3).map((id, at) => [
    id,
    String(100_000_000 + below(900_000_000)),
    "HDFC0000001",
    "Fort",
    "HDFC Bank",
    at < mostPictures ? picture : "",
    moment(),
    oneOf(kycStateNames),
  ]);
  const letters = () => String.fromCharCode(65 + below(26), 65 + below(26), 65 + below(26));
  const panLines = some(0.5)
    .slice(0, mostPictures)
    .map((id) => [
      id,
      "Asha Rao",
      `${letters()}PR${1000 + below(9000)}F`,
      picture,
      moment(),
      oneOf(kycStateNames),
    ]);
  const requestLines = some(0.5)
    .slice(0, mostPictures)
    .map((id) => [
      id,
      usd(100_000).replace(/^0$/, "15"),
      moment(),
      picture,
      "",
      isRare() ? `0x${hex(64)}` : "",
    ]);
  const withdrawalLines = some(0.1).map((id) => [
    id,
    moment(),
    `0x${hex(40).replace(/^0/, "1")}`,
    fc(5_000_000),
    fc(5_000_000),
    "1",
    "0.5",
  ]);
  const businessLines = some(0.7).map((id) => {
    const [left, right] = [below(1_000_000), below(1_000_000)];
    const texts = [left, right, below(Math.min(left, right) + 1)].map((cents) =>
      exactText(exactOfCents(BigInt(cents))),
    );
    return [id, usd(1_000_000), sure(texts[0]), usd(1_000_000), sure(texts[1]), sure(texts[2])];
  });
  const lifetimeLines = some(0.5).map((id) => [id, usd(1_000_000), fc(1e9), fc(1e9)]);
  const taxLines = some(0.4).flatMap((id) => [
    [id, "2025-26", usd(1e8), usd(1e8)],
    ...(isRare() ? [[id, "2024-25", usd(1e8), "0"]] : []),
  ]);
  const houseLines = [
    ["pool_fc", fc(1e12)],
    ["tax_owed_fc", fc(1e9)],
    ["tax_owed_inr", usd(1e8)],
  ];
  const historyLines = ids.flatMap((id) =>
    Array.from({ length: below(6) }, () => [
      id,
      oneOf(wallets),
      oneOf(["C", "D"]),
      moment(),
      `${1 + below(1000)}.${below(10_000)}`,
      oneOf(["", "ROI", 'A "gift", 2025', "=1+1\ttab", "उपहार"]),
      isRare() ? "" : `TX${below(1e9)}`,
    ]),
  );

  await mkdir(folder, { recursive: true });
  await cp(join(exampleCompany, picturesFolder), join(folder, picturesFolder), { recursive: true });
  const files: [FileKind, readonly (readonly string[])[]][] = [
    ["members", random() < 0.5 ? memberLines : memberLines.toReversed()],
    ["stakes", stakeLines],
    ["balances", balanceLines],
    ["addresses", addressLines],
    ["bank", bankLines],
    ["pan", panLines],
    ["stakingRequests", requestLines],
    ["withdrawals", withdrawalLines],
    ["business", businessLines],
    ["lifetimes", lifetimeLines],
    ["taxYears", taxLines],
    ["house", houseLines],
    ["history", historyLines],
  ];
  for (const [kind, lines] of files) await writeCsv(join(folder, fileNames[kind]), headerOf(kind), lines);
}

function headerOf(kind: FileKind): string[] {
  return Object.values(columnsOf[kind]).map(({ name }) => name);
}

function cellsOf<Kind extends FileKind>(
  kind: Kind,
  cells: Partial<Record<keyof (typeof columnsOf)[Kind], string>>,
): string[] {
  const byColumn: Partial<Record<string, string>> = cells;
  return Object.keys(columnsOf[kind]).map((column) => byColumn[column] ?? "");
}
