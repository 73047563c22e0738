import { readFile, stat } from "node:fs/promises";
import { privateKeyToAccount, publicKeyToAddress } from "viem/accounts";
import { keccak256, recoverAddress, serializeTransaction } from "viem/utils";
import * as z from "zod";
import type { SignerPlace } from "./place.ts";
import {
  ChainProblem,
  ChainSettingProblem,
  type Address,
  type Hex,
  type Signer,
  type UnsignedTransaction,
} from "./types.ts";

/** Opens the hot wallet's key. The address is known afterwards; nothing was signed yet. */
export function openSigner(
  place: SignerPlace,
  { chainId, timeoutMs }: { chainId: number; timeoutMs: number },
) {
  return place.kind === "file"
    ? fileSigner(place.keyFile, chainId)
    : remoteSigner(place.url, { chainId, timeoutMs });
}

async function fileSigner(keyFile: string, chainId: number): Promise<Signer> {
  const problem = (what: string) => new ChainSettingProblem("CHAIN_KEY_FILE", what);
  const found = await stat(keyFile).catch(() => undefined);
  if (!found?.isFile()) throw problem(`there is no file ${keyFile} that can be read.`);
  if (process.getuid !== undefined && found.uid !== process.getuid()) {
    throw problem(`${keyFile} belongs to another user of this machine than the one who runs the server.`);
  }
  // Windows has no such modes.
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0) {
    throw problem(`${keyFile} can be read by other users of this machine. Say: chmod 600 ${keyFile}`);
  }
  const text = (await readFile(keyFile, "utf8")).trim();
  const key: Hex = `0x${text.replace(/^0x/i, "")}`;
  const account = accountOf(key);
  // Without the text: this message goes to logs and screens.
  if (account === undefined)
    throw problem(`${keyFile} does not hold a private key of 64 hexadecimal digits.`);
  return signerOf(account.address, chainId, async (data) => account.sign({ hash: keccak256(data) }));
}

function accountOf(key: Hex) {
  if (!/^0x[\da-f]{64}$/i.test(key)) return undefined;
  try {
    return privateKeyToAccount(key);
  } catch {
    // Zero, or above the order of the curve.
    return undefined;
  }
}

const publicKeys = z.array(z.string().regex(/^0x(04)?[\da-f]{128}$/i));
/** web3signer answers with plain text; a proxy before it may make a JSON text of it. */
const signatureText = /^\s*"?(0x[\da-f]{130})"?\s*$/i;

/** Keys are kept elsewhere: web3signer, or anything with the same two calls. */
async function remoteSigner(
  address: string,
  { chainId, timeoutMs }: { chainId: number; timeoutMs: number },
): Promise<Signer> {
  const url = new URL(address);
  const wanted = url.hash.slice(1).toLowerCase();
  const ask = (path: string, body?: unknown) => askSigner(url, path, { body, timeoutMs });
  const problem = (what: string) => new ChainSettingProblem("CHAIN_SIGNER_URL", what);
  const text = await ask("api/v1/eth1/publicKeys").catch((error: unknown) => {
    throw error instanceof ChainProblem ? problem(error.message) : error;
  });
  const parsed = publicKeys.safeParse(jsonIn(text));
  if (!parsed.success) throw problem(`${url.host} does not answer with public keys as web3signer does.`);
  const keys = parsed.data
    .map((identifier) => ({ identifier, address: publicKeyToAddress(uncompressed(identifier)) }))
    .filter((key) => wanted === "" || key.address.toLowerCase() === wanted);
  const [key] = keys;
  if (key === undefined) {
    throw problem(wanted === "" ? `${url.host} has no key.` : `${url.host} has no key of ${wanted}.`);
  }
  if (keys.length > 1) {
    throw problem(`${url.host} has ${keys.length} keys. Name the wallet at the end of the setting: #0x…`);
  }
  return signerOf(key.address, chainId, async (data) => {
    const answer = await ask(`api/v1/eth1/sign/${key.identifier}`, { data });
    const signature = signatureText.exec(answer)?.[1];
    if (signature === undefined)
      throw new ChainProblem(`${url.host} answered with something else than a signature`);
    return signature.toLowerCase() as Hex;
  });
}

async function askSigner(
  base: URL,
  path: string,
  { body, timeoutMs }: { body: unknown; timeoutMs: number },
): Promise<string> {
  const url = new URL(path, base.href.replace(/#.*$/, "").replace(/\/?$/, "/"));
  try {
    const response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new ChainProblem(`${base.host} refused (${response.status})`);
    return await response.text();
  } catch (error) {
    if (error instanceof ChainProblem) throw error;
    const { name, cause } = error as { name?: string; cause?: { code?: string } };
    const reason =
      name === "TimeoutError" ? `within ${timeoutMs / 1000} s` : `(${cause?.code ?? "connection lost"})`;
    throw new ChainProblem(`the signer at ${base.host} did not answer ${reason}`, { cause: error });
  }
}

/** What is signed is checked here for every signer: a signature of another key would pay from another wallet. */
function signerOf(address: Address, chainId: number, sign: (data: Hex) => Promise<Hex>): Signer {
  return {
    address,
    async sign({ nonce, to, data, gas, maxFeePerGas, maxPriorityFeePerGas }: UnsignedTransaction) {
      const unsigned = {
        type: "eip1559" as const,
        chainId,
        nonce: Number(nonce),
        to,
        data,
        gas,
        maxFeePerGas,
        maxPriorityFeePerGas,
        value: 0n,
      };
      const payload = serializeTransaction(unsigned);
      const signature = await sign(payload);
      const signedBy = await recoverAddress({ hash: keccak256(payload), signature }).catch(() => undefined);
      if (signedBy !== address)
        throw new ChainProblem("the signer's signature is not that of the hot wallet");
      const bytes = serializeTransaction(unsigned, partsOf(signature));
      return { hash: keccak256(bytes), bytes };
    },
  };
}

/** The last byte is 27 or 28, as in old transactions, or 0 or 1. */
function partsOf(signature: Hex) {
  return {
    r: `0x${signature.slice(2, 66)}` as const,
    s: `0x${signature.slice(66, 130)}` as const,
    yParity: (Number.parseInt(signature.slice(130), 16) + 1) % 2,
  };
}

/** web3signer leaves out the first byte, which says that both coordinates follow. */
function uncompressed(publicKey: string): Hex {
  return `0x04${publicKey.slice(-128)}`;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
