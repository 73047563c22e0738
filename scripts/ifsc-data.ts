import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/**
 * Makes server/data/ifsc.txt.br from the unpacked npm packages `ifsc` (codes and banks) and `ifsc-nodejs` (names of
 * branches): node scripts/ifsc-data.ts <ifsc> <ifsc-nodejs>. server/data/README.md explains why.
 */
const [codesFolder, branchesFolder] = process.argv.slice(2);
if (codesFolder === undefined || branchesFolder === undefined) {
  throw new Error("Usage: node scripts/ifsc-data.ts <unpacked ifsc> <unpacked ifsc-nodejs>");
}

const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), "utf8"));
const codes = read(codesFolder, "src/IFSC.json") as Record<string, (number | string)[]>;
const banks = read(codesFolder, "src/banknames.json") as Record<string, string>;
/** Codes, or prefixes of codes, that a bank lets another bank use. */
const sublets = {
  ...(read(codesFolder, "src/custom-sublets.json") as Record<string, string>),
  ...(read(codesFolder, "src/sublet.json") as Record<string, string>),
};
const longestSublets = Object.keys(sublets).toSorted((a, b) => b.length - a.length);

const branches = new Map<string, string>();
for (const file of readdirSync(join(branchesFolder, "ifsc"))) {
  const known = read(branchesFolder, "ifsc", file) as Record<string, { BRANCH?: string } | string>;
  for (const [code, branch] of Object.entries(known)) {
    const name = typeof branch === "object" ? plain(branch.BRANCH) : "";
    if (name !== "") branches.set(code, name);
  }
}

const lines = Object.keys({ ...banks, ...codes })
  .toSorted()
  .flatMap((bank) => [
    `=${bank}\t${plain(banks[bank]) || bank}`,
    ...(codes[bank] ?? []).map((n) => lineOf(bank, n)),
  ]);
const text = `\n${lines.join("\n")}\n`;
const packed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync(new URL("../server/data/ifsc.txt.br", import.meta.url), packed);

/**
 * The last six characters of the code, the branch and, if another bank uses the code, that bank. Unknown is empty.
 */
function lineOf(bank: string, number: number | string): string {
  const rest = String(number).padStart(6, "0");
  const code = `${bank}0${rest}`;
  const lender = longestSublets.find((beginning) => code.startsWith(beginning));
  const holder = lender === undefined || sublets[lender] === bank ? "" : plain(banks[sublets[lender] ?? ""]);
  return [rest, branches.get(code) ?? "", holder].join("\t").trimEnd();
}

/** Characters that were decoded wrongly in the source list: nbsp, dash, apostrophe, é. */
const misread: Readonly<Record<string, string>> = { á: " ", û: "-", " Æ": "'", Æ: "'", " ë": "É", ë: "É" };

/** Reduces a name to one line of characters that the form accepts. */
function plain(name: string | null | undefined): string {
  return (name ?? "")
    .replace(/á|û| ?Æ| ?ë/g, (signs) => misread[signs] ?? " ")
    .replace(/[^\p{L}\p{M}\p{N} ,./#&()'’:-]/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[^\p{L}\p{N}#]+/u, "")
    .trim()
    .slice(0, 80)
    .trim();
}
