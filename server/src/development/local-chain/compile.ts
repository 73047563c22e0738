import * as z from "zod";
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
const outputOf = z.object({
  errors: z.array(z.object({ formattedMessage: z.string() })).optional(),
  contracts: z
    .record(
      z.string(),
      z.object({ DemoCoin: z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) }) }),
    )
    .optional(),
});
const output = outputOf.parse(JSON.parse(solc.compile(JSON.stringify(input))));
const code = output.contracts?.["demo-coin.sol"]?.DemoCoin.evm.bytecode.object;
if (!code) throw new Error(output.errors?.map(({ formattedMessage }) => formattedMessage).join("\n"));
process.stdout.write(`0x${code}`);
