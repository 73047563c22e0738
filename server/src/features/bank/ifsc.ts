import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

/** Banks and branches, an offline list of 3 MB unpacked. server/data/README.md describes it. */
const file = new URL("../../../data/ifsc.txt.br", import.meta.url);

let directory: Promise<string> | undefined;

/** Unpacked at the first use. */
function directoryText(): Promise<string> {
  directory ??= unpack().catch((error: unknown) => {
    directory = undefined;
    throw error;
  });
  return directory;
}

async function unpack(): Promise<string> {
  return (await promisify(brotliDecompress)(await readFile(file))).toString();
}

export interface Branch {
  bankName: string;
  /** Null if the branch is newer than our list or has no name in it. */
  branch: string | null;
}

/** The bank and branch of an IFSC code; undefined if no bank has this code. */
export async function branchOf(ifscCode: string): Promise<Branch | undefined> {
  const text = await directoryText();
  const start = text.indexOf(`\n=${ifscCode.slice(0, 4)}\t`);
  if (start < 0) return undefined;
  const end = text.indexOf("\n=", start + 1);
  const [head = "", ...lines] = text.slice(start + 1, end < 0 ? undefined : end).split("\n");
  const bank = head.split("\t")[1] ?? "";
  const [, branch = "", otherBank = ""] =
    lines.find((line) => line.startsWith(ifscCode.slice(5)))?.split("\t") ?? [];
  return { bankName: otherBank || bank, branch: branch || null };
}
