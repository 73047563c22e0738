import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { keccak256 } from "viem/utils";
import type { Hex } from "../../platform/chain/types.ts";

/** How a remote signer can fail. */
export interface SignerFaults {
  isSilent: boolean;
  refuses: boolean;
  answersNonsense: boolean;
  /** It signs with a key that it does not name. */
  signsWithAnotherKey: boolean;
  /** It signs something else than what it was given. */
  signsSomethingElse: boolean;
  /** No fault: it writes the parity as 0 or 1, and not as 27 or 28. */
  writesParityAsBit: boolean;
  /** No fault of the signature, but chains do not take its higher s. */
  answersHighS: boolean;
}

/** Speaks web3signer's calls of eth1: the keys, and a signature of the keccak hash of the given bytes. */
export async function startRemoteSigner(keys: readonly Hex[], { token }: { token?: string } = {}) {
  const faults: SignerFaults = {
    isSilent: false,
    refuses: false,
    answersNonsense: false,
    signsWithAnotherKey: false,
    signsSomethingElse: false,
    writesParityAsBit: false,
    answersHighS: false,
  };
  const stranger = privateKeyToAccount(generatePrivateKey());
  // As web3signer writes them: without the first byte of an uncompressed key.
  const accounts = new Map(
    keys.map((key) => {
      const account = privateKeyToAccount(key);
      return [`0x${account.publicKey.slice(4)}`, account];
    }),
  );
  const sign = async (path: string, body: string): Promise<Hex | undefined> => {
    const account = accounts.get(path.replace("/api/v1/eth1/sign/", ""));
    const { data } = JSON.parse(body) as { data: Hex };
    const signing = faults.signsWithAnotherKey ? stranger : account;
    const signature = await signing?.sign({ hash: keccak256(faults.signsSomethingElse ? "0x1234" : data) });
    return signature && writtenAs(signature, faults);
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (faults.isSilent) return;
      const isKnown = token === undefined || request.headers.authorization === `Bearer ${token}`;
      if (!isKnown) return response.writeHead(401).end();
      if (faults.refuses) return response.writeHead(500).end();
      if (faults.answersNonsense) return response.writeHead(200).end("<html>Sign in</html>");
      if (request.method === "GET" && request.url === "/api/v1/eth1/publicKeys") {
        return response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify([...accounts.keys()]));
      }
      const signature = sign(request.url ?? "", Buffer.concat(chunks).toString());
      signature.then(
        (text) =>
          text === undefined
            ? response.writeHead(404).end()
            : response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end(text),
        () => response.writeHead(500).end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The same signature in another of its valid forms. */
function writtenAs(signature: Hex, { writesParityAsBit, answersHighS }: SignerFaults): Hex {
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  const parity = Number.parseInt(signature.slice(130), 16) - 27;
  const bit = answersHighS ? 1 - parity : parity;
  const written = answersHighS ? curveOrder - s : s;
  const last = writesParityAsBit ? bit : bit + 27;
  return `0x${signature.slice(2, 66)}${written.toString(16).padStart(64, "0")}${last.toString(16).padStart(2, "0")}`;
}

// As a process of its own: the key arrives on its input, so that it is in no argument and no environment.
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { text } = await import("node:stream/consumers");
  const keys = (await text(process.stdin)).trim().split("\n") as Hex[];
  process.stdout.write(`${(await startRemoteSigner(keys)).url}\n`);
}
