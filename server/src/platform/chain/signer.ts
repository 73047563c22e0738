import { errorCode } from "../error-code.ts";
import { readFile, stat } from "node:fs/promises";
import { request as requestPlain } from "node:http";
import { request as requestByTls } from "node:https";
import { text as textOf } from "node:stream/consumers";
import { privateKeyToAccount, publicKeyToAddress } from "viem/accounts";
import { keccak256, parseTransaction, recoverAddress, serializeTransaction } from "viem/utils";
import * as z from "zod";
import type { RemoteSignerPlace, SignerPlace } from "./place.ts";
import {
  ChainProblem,
  ChainSettingProblem,
  type Address,
  type Hex,
  type Signer,
  type UnsignedTransaction,
  hexFrom,
} from "./types.ts";

/** Opens the hot wallet's key. The address is known afterwards; nothing was signed yet. */
export function openSigner(
  place: SignerPlace,
  { chainId, timeoutMs }: { chainId: number; timeoutMs: number },
) {
  return place.kind === "file"
    ? fileSigner(place.keyFile, chainId)
    : remoteSigner(place, { chainId, timeoutMs });
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
  place: RemoteSignerPlace,
  { chainId, timeoutMs }: { chainId: number; timeoutMs: number },
): Promise<Signer> {
  const url = new URL(place.url);
  const credential = await credentialOf(place);
  const wanted = url.hash.slice(1).toLowerCase();
  const ask = (path: string, body?: unknown) => askSigner(url, path, { body, timeoutMs, credential });
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
    return hexFrom(signature.toLowerCase());
  });
}

/** What the signer knows us by. */
interface Credential {
  headers: Record<string, string>;
  /** Of a client certificate. */
  tls: { cert: Buffer; key: Buffer } | undefined;
}

async function credentialOf({ token, certificate }: RemoteSignerPlace): Promise<Credential> {
  const pem = (setting: string, file: string) =>
    readFile(file).catch(() => {
      throw new ChainSettingProblem(setting, `there is no file ${file} that can be read.`);
    });
  return {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    tls: certificate && {
      cert: await pem("CHAIN_SIGNER_CERT_FILE", certificate.certFile),
      key: await pem("CHAIN_SIGNER_CERT_KEY_FILE", certificate.keyFile),
    },
  };
}

interface SignerCall {
  body: unknown;
  timeoutMs: number;
  credential: Credential;
}

async function askSigner(base: URL, path: string, call: SignerCall): Promise<string> {
  const url = new URL(path, base.href.replace(/#.*$/, "").replace(/\/?$/, "/"));
  const signal = AbortSignal.timeout(call.timeoutMs);
  try {
    const { status, text } = await answerOf(url, { ...call, signal });
    // A redirect too: what is signed goes to the address of the setting only.
    if (status !== 200) throw new ChainProblem(`${base.host} refused (${status})`);
    return text;
  } catch (error) {
    if (error instanceof ChainProblem) throw error;
    const code = errorCode(error) ?? "connection lost";
    const reason = signal.aborted ? `within ${call.timeoutMs / 1000} s` : `(${code})`;
    throw new ChainProblem(`the signer at ${base.host} did not answer ${reason}`, { cause: error });
  }
}

/** By Node's own client, because fetch shows no certificate. */
function answerOf(
  url: URL,
  { body, credential, signal }: SignerCall & { signal: AbortSignal },
): Promise<{ status: number | undefined; text: string }> {
  const content = body === undefined ? undefined : JSON.stringify(body);
  const options = {
    method: content === undefined ? "GET" : "POST",
    headers: {
      ...credential.headers,
      ...(content !== undefined && {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(content),
      }),
    },
    signal,
  };
  return new Promise((resolve, reject) => {
    const request =
      url.protocol === "https:"
        ? requestByTls(url, { ...options, ...credential.tls })
        : requestPlain(url, options);
    request.once("error", reject);
    request.once("response", (response) => {
      textOf(response).then((text) => resolve({ status: response.statusCode, text }), reject);
    });
    request.end(content);
  });
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
      const bytes = serializeTransaction(unsigned, partsOf(await sign(serializeTransaction(unsigned))));
      // Of the final bytes, because only they are sent: a wrong parity would pay from a wallet that nobody has.
      if ((await senderIn(bytes)) !== address)
        throw new ChainProblem("the signer's signature is not that of the hot wallet");
      return { hash: keccak256(bytes), bytes };
    },
  };
}

/** Whose payment the chain will take these bytes for; undefined where they hold no signature. */
async function senderIn(bytes: `0x02${string}`): Promise<Address | undefined> {
  const { r, s, yParity, ...rest } = parseTransaction(bytes);
  if (r === undefined || s === undefined || yParity === undefined) return undefined;
  const hash = keccak256(serializeTransaction({ ...rest, v: undefined }));
  return recoverAddress({ hash, signature: { r, s, yParity } }).catch(() => undefined);
}

/** The order of the curve secp256k1. */
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * The last byte says the parity as 0 or 1, or as 27 or 28 as in old transactions. Of the two values of s that make a
 * valid signature, chains take the lower one only; some signers give the other.
 */
function partsOf(signature: Hex) {
  const last = Number.parseInt(signature.slice(130), 16);
  const parity = last >= 27 ? last - 27 : last;
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  if (parity > 1 || s >= curveOrder)
    throw new ChainProblem("the signer answered with something else than a signature");
  const isHigh = s > curveOrder / 2n;
  return {
    r: `0x${signature.slice(2, 66)}` as const,
    s: `0x${(isHigh ? curveOrder - s : s).toString(16).padStart(64, "0")}` as const,
    yParity: isHigh ? 1 - parity : parity,
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
