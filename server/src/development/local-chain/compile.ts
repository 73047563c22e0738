import { readFile } from "node:fs/promises";
import solc from "solc";

// A process of its own (see demo-coin.ts): the compiler installs handlers that end the process it is loaded in.
const source = await readFile(new URL("demo-coin.sol", import.meta.url), "utf8");
const input = {
  language: "Solidity",
  sources: { "demo-coin.sol": { content: source } },
  settings: {
    // The newest that the local chain runs.
    evmVersion: "paris",
    optimizer: { enabled: true, runs: 200 },
    outputSelection: { "*": { DemoCoin: ["evm.bytecode.object"] } },
  },
};
const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
  errors?: { formattedMessage: string }[];
  contracts?: Record<string, { DemoCoin: { evm: { bytecode: { object: string } } } }>;
};
const code = output.contracts?.["demo-coin.sol"]?.DemoCoin.evm.bytecode.object;
if (!code) throw new Error(output.errors?.map(({ formattedMessage }) => formattedMessage).join("\n"));
process.stdout.write(`0x${code}`);
