import { reconcileWallet } from "../core/chain/reconcile.ts";
import { walletsOf } from "../core/chain/wallets.ts";
import { payoutDepsOf } from "../features/withdraw/payout-task.ts";
import { systemClock } from "../platform/clock.ts";
import { knownSecretKey } from "../platform/secret-keys.ts";
import { loadSecretKey } from "../platform/secrets.ts";
import { startChain } from "../start-chain.ts";
import { withApplication } from "./with-database.ts";

// npm run chain:reconcile [-- --accept-differences]
const acceptsUnexplained = process.argv.includes("--accept-differences");
await withApplication(async (db, { settings }) => {
  const started = await startChain(settings);
  if (!started) {
    console.error("No chain is set: CHAIN_RPC_URLS, CHAIN_ID and COIN_CONTRACT are missing");
    process.exitCode = 2;
    return;
  }
  const { chain, stop } = started;
  const secretKey = await knownSecretKey(db, await loadSecretKey(settings.dataDir, settings.secretKey));
  const deps = payoutDepsOf({ db, clock: systemClock, secretKey }, chain);
  for (const { address } of await walletsOf(db, chain.chainId)) {
    const { findings, isFree, heldBecause } = await reconcileWallet(deps, { address, acceptsUnexplained });
    for (const { isExplained, text } of findings) console.log(isExplained ? text : `DIFFERENCE: ${text}`);
    const unexplained = findings.filter(({ isExplained }) => !isExplained).length;
    console.log(`${address}: ${findings.length} findings, ${unexplained} not explained`);
    console.log(
      isFree ? "It may pay again, unless an operator has paused it." : `It stays halted. ${heldBecause}`,
    );
    if (!isFree) process.exitCode = 1;
  }
  await stop();
});
