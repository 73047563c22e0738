import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

/** Banks and branches as server/data/README.md describes them: offline, 3 MB once unpacked. */
const file = new URL("../../../data/ifsc.txt.br", import.meta.url);

let directory: Promise<string> | undefined;

/** Unpacked by the first who asks. */
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
  /** Null for one that is newer than our list, or has no name in it. */
  branch: string | null;
}

/** Whom an IFSC code belongs to; undefined where no bank has such a code. */
export async function branchOf(ifscCode: string): Promise<Branch | undefined> {
  const text = await directoryText();
  const start = text.indexOf(`\n=${ifscCode.slice(0, 4)}\t`);
  if (start < 0) return undefined;
  const end = text.indexOf("\n=", start + 1);
  const [head = "", ...lines] = text.slice(start + 1, end < 0 ? undefined : end).split("\n");
  const bank = head.split("\t")[1] ?? "";
  const [, branch = "", lentTo = ""] =
    lines.find((line) => line.startsWith(ifscCode.slice(5)))?.split("\t") ?? [];
  return { bankName: lentTo || bank, branch: branch || null };
}
