import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startRemoteSigner } from "../../testing/chain/remote-signer.ts";
import { oneCoin, startTestChain, type TestChain } from "../../testing/chain/test-chain.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openChain } from "./chain.ts";
import type { SignerPlace } from "./place.ts";
import type { Chain } from "./types.ts";

let tested: TestChain;
let remote: Awaited<ReturnType<typeof startRemoteSigner>>;

beforeAll(async () => {
  tested = await startTestChain({ endpointCount: 1 });
  remote = await startRemoteSigner([tested.hotWalletKey]);
});
afterAll(async () => {
  await tested.stop();
  await remote.stop();
});
afterEach(() => {
  for (const name of Object.keys(remote.faults)) Object.assign(remote.faults, { [name]: false });
});

const open = (signer: SignerPlace) =>
  openChain({ ...tested.place, signer }, { timeoutMs: 10_000, signTimeoutMs: 2000 });
const openRemote = (url = remote.url) => open({ kind: "remote", url });

test("a remote signer is shown the token of the settings, and one that is refused stops the start", async () => {
  const guarded = await startRemoteSigner([tested.hotWalletKey], { token: "a-token-of-the-signer" });
  try {
    const place = { kind: "remote", url: guarded.url } as const;
    await expect(open(place)).rejects.toThrow("refused (401)");
    await expect(open({ ...place, token: "another-token-of-it" })).rejects.toThrow("refused (401)");
    expect(await pay(await open({ ...place, token: "a-token-of-the-signer" }))).toBe("paid");
  } finally {
    await guarded.stop();
  }
});

test("a certificate that cannot be read stops the start with its setting's name", async () => {
  const certificate = { certFile: "/nowhere.crt", keyFile: "/nowhere.key" };
  await expect(open({ kind: "remote", url: remote.url, certificate })).rejects.toThrow(
    "CHAIN_SIGNER_CERT_FILE: there is no file /nowhere.crt that can be read",
  );
});

async function pay(chain: Chain): Promise<string> {
  const { highest } = await chain.nonces(tested.hotWallet.address);
  const { hash, bytes } = await chain.signer!.sign({
    nonce: highest,
    to: chain.contract,
    data: chain.transferData(tested.owner.address, oneCoin, "0x01"),
    gas: 100_000n,
    ...(await chain.fees()),
  });
  await chain.send(bytes);
  await tested.settle();
  const state = await chain.stateOf(hash);
  return state.at === "final" && state.hasSucceeded ? "paid" : state.at;
}

test("a payment that a remote signer has signed is paid from its wallet", async () => {
  const chain = await openRemote();
  expect(chain.signer?.address).toBe(tested.hotWallet.address);
  expect(await pay(chain)).toBe("paid");
});

test.each([
  { writesParityAsBit: true, answersHighS: false },
  { writesParityAsBit: false, answersHighS: true },
  { writesParityAsBit: true, answersHighS: true },
])("a signature is used in each form that signers write it in: %o", async (form) => {
  const chain = await openRemote();
  Object.assign(remote.faults, form);
  // Both parities: which one a signature has depends on what is signed.
  for (let payment = 0; payment < 4; payment++) expect(await pay(chain)).toBe("paid");
});

test("the signer can be a process of its own", async () => {
  const file = fileURLToPath(new URL("../../testing/chain/remote-signer.ts", import.meta.url));
  const child = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(tested.hotWalletKey);
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  try {
    expect(await pay(await openRemote(line.toString().trim()))).toBe("paid");
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});

test.each([
  ["signsWithAnotherKey", "the signer's signature is not that of the hot wallet"],
  ["signsSomethingElse", "the signer's signature is not that of the hot wallet"],
  ["answersNonsense", "answered with something else than a signature"],
  ["refuses", "refused (500)"],
  ["isSilent", "did not answer within 2 s"],
] as const)("nothing is signed by a signer that %s", async (fault, message) => {
  const chain = await openRemote();
  remote.faults[fault] = true;
  await expect(pay(chain)).rejects.toThrow(message);
});

test("a signer that cannot be used stops the start in plain words", async () => {
  const stopped = await startRemoteSigner([tested.hotWalletKey]);
  await stopped.stop();
  await expect(openRemote(stopped.url)).rejects.toThrow(
    `CHAIN_SIGNER_URL: the signer at ${new URL(stopped.url).host} did not answer (ECONNREFUSED)`,
  );
  remote.faults.answersNonsense = true;
  await expect(openRemote()).rejects.toThrow(/^CHAIN_SIGNER_URL: .* does not answer with public keys/);
});

test("of several keys the setting names one", async () => {
  const several = await startRemoteSigner([generatePrivateKey(), tested.hotWalletKey]);
  await expect(openRemote(several.url)).rejects.toThrow("has 2 keys. Name the wallet");
  const chain = await openRemote(`${several.url}#${tested.hotWallet.address}`);
  expect(chain.signer?.address).toBe(tested.hotWallet.address);
  await expect(openRemote(`${several.url}#${tested.contract}`)).rejects.toThrow("has no key of");
  await several.stop();
});

test("a key file that others can read, or without a key, stops the start and is not shown", async () => {
  const keyFile = join(await temporaryFolder(), "key");
  const openFile = () => open({ kind: "file", keyFile });
  await expect(openFile()).rejects.toThrow("CHAIN_KEY_FILE: there is no file");
  await writeFile(keyFile, tested.hotWalletKey, { mode: 0o640 });
  await chmod(keyFile, 0o640);
  await expect(openFile()).rejects.toThrow("CHAIN_KEY_FILE: " + keyFile + " can be read by other users");
  await chmod(keyFile, 0o600);
  expect((await openFile()).signer?.address).toBe(tested.hotWallet.address);
  await writeFile(keyFile, "my secret words");
  await expect(openFile()).rejects.toThrow(/^CHAIN_KEY_FILE: .* does not hold a private key/);
  await writeFile(keyFile, "0".repeat(64));
  await expect(openFile()).rejects.toThrow("does not hold a private key");
});
