import { hexFrom } from "../platform/chain/types.ts";
import { parseArgs } from "node:util";
import { readSettings } from "../platform/settings.ts";

// npm run chain:send -- --to 0x… --coins 1000
// Sends coins of the demo's wallet, while the server runs with CHAIN=local, to try deposits by hand.
const { values } = parseArgs({ options: { to: { type: "string" }, coins: { type: "string" } } });
const { to = "", coins = "" } = values;
if (!/^0x[\da-f]{40}$/i.test(to) || !/^[1-9]\d{0,8}$/.test(coins)) {
  console.error("Usage: npm run chain:send -- --to <0x and 40 hexadecimal digits> --coins <whole FC>");
  process.exit(1);
}
const { dataDir } = readSettings(process.env);
const { sendDemoCoins } = await import("../development/local-chain/demo-chain.ts");
try {
  console.log(await sendDemoCoins(dataDir, { to: hexFrom(to), coins: BigInt(coins) }));
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(
    `The coins were not sent (${reason}). Does the server run with CHAIN=local and this DATA_DIR?`,
  );
  process.exit(1);
}
