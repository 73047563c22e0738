import { parseArgs } from "node:util";
import { closedGuard } from "../core/approvals/plain-guards.ts";
import { reconcileWallet } from "../core/chain/reconcile.ts";
import { walletsOf } from "../core/chain/wallets.ts";
import { payoutDepsOf } from "../features/withdraw/payout-task.ts";
import { systemClock } from "../platform/clock.ts";
import { knownSecretKey } from "../platform/secret-keys.ts";
import { loadSecretKey } from "../platform/secrets.ts";
import { startChain } from "../start-chain.ts";
import { withApplication } from "./with-database.ts";

// npm run chain:reconcile [-- --accept HASH …]
const { values } = parseArgs({ options: { accept: { type: "string", multiple: true, default: [] } } });
await withApplication(async (db, { settings }) => {
  const started = await startChain(settings);
  if (!started) {
    console.error("No chain is set: CHAIN_RPC_URLS, CHAIN_ID and COIN_CONTRACT are missing");
    process.exitCode = 2;
    return;
  }
  const { chain, stop } = started;
  const secretKey = await knownSecretKey(db, await loadSecretKey(settings.dataDir, settings.secretKey));
  const deps = payoutDepsOf({ db, clock: systemClock, secretKey, payoutGuard: closedGuard }, chain);
  for (const { address } of await walletsOf(db, chain.chainId)) {
    const { findings, isFree, heldBecause } = await reconcileWallet(deps, {
      address,
      accepted: values.accept,
    });
    for (const { isExplained, hash, text } of findings) {
      console.log(isExplained ? text : `DIFFERENCE: ${text}`);
      if (!isExplained && hash !== undefined) console.log(`  If this is right: --accept ${hash}`);
    }
    const unexplained = findings.filter(({ isExplained }) => !isExplained).length;
    console.log(`${address}: ${findings.length} findings, ${unexplained} not explained`);
    console.log(
      isFree ? "It may pay again, unless an operator has paused it." : `It stays halted. ${heldBecause}`,
    );
    if (!isFree) process.exitCode = 1;
  }
  await stop();
});
