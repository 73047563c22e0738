import { hexFrom } from "../../platform/chain/types.ts";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { encodeAbiParameters } from "viem/utils";
import type { Hex } from "../../platform/chain/types.ts";

const source = fileURLToPath(new URL("demo-coin.sol", import.meta.url));
const compiler = fileURLToPath(new URL("compile.ts", import.meta.url));
const cacheFolder = fileURLToPath(new URL("../../../../node_modules/.cache/fc-portal", import.meta.url));
const run = promisify(execFile);

/** What makes the coin, for the transaction that does. */
export async function coinCreation(supply: bigint): Promise<Hex> {
  const argument = encodeAbiParameters([{ type: "uint256" }], [supply]);
  return `${await compiledCoin()}${argument.slice(2)}`;
}

let compiled: Promise<Hex> | undefined;

function compiledCoin(): Promise<Hex> {
  compiled ??= fromCacheOrCompiler();
  return compiled;
}

/** Compiling takes two seconds, so its result is kept under the digest of the source. */
async function fromCacheOrCompiler(): Promise<Hex> {
  const digest = createHash("sha256")
    .update(await readFile(source))
    .update(await readFile(compiler))
    .digest("hex");
  const cached = join(cacheFolder, `demo-coin-${digest.slice(0, 16)}.hex`);
  const found = await readFile(cached, "utf8").catch(() => undefined);
  if (found?.startsWith("0x")) return hexFrom(found);
  const { stdout } = await run(process.execPath, [compiler], { maxBuffer: 10_000_000 });
  // Renamed when it is complete, because tests in several processes look for it at the same time. A folder that
  // cannot be written only costs time.
  const incomplete = `${cached}.${process.pid}`;
  await mkdir(cacheFolder, { recursive: true })
    .then(() => writeFile(incomplete, stdout))
    .then(() => rename(incomplete, cached))
    .catch(() => undefined);
  return hexFrom(stdout);
}
