import { asFc } from "@fc/contract/units";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openChain } from "../../platform/chain/chain.ts";
import type { Chain, Hash } from "../../platform/chain/types.ts";
import { runCommand } from "../../testing/commands.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { sendDemoCoins, startDemoChain } from "./demo-chain.ts";
import { until } from "../../testing/queue.ts";

const receiver = "0x52908400098527886E0F7030069857D2E4169EE7";

async function final(chain: Chain, hash: Hash): Promise<void> {
  await until(async () => (await chain.stateOf(hash)).at === "final");
}

test("the demo's chain goes on where it stopped, with the same coin, wallets and balances", async () => {
  const dataDir = await temporaryFolder();
  const first = await startDemoChain(dataDir, { blockEveryMs: 20 });
  const before = await openChain(first.place);
  expect((await before.balancesOf(first.hotWallet)).coinUnits).toBe(
    before.unitsOf(asFc(10_000_000_000_000n)),
  );
  await final(before, await sendDemoCoins(dataDir, { to: receiver, coins: 1500n }));
  await first.stop();

  const second = await startDemoChain(dataDir, { blockEveryMs: 20 });
  expect(second).toMatchObject({ hotWallet: first.hotWallet, demoWallet: first.demoWallet });
  const after = await openChain(second.place);
  expect(after.contract).toBe(before.contract);
  expect(after.signer?.address).toBe(first.hotWallet);
  expect((await after.balancesOf(receiver)).coinUnits).toBe(after.unitsOf(asFc(15_000_000n)));
  await final(after, await sendDemoCoins(dataDir, { to: receiver, coins: 1n }));
  await second.stop();
});

test("only the user who runs the demo can read its keys", async () => {
  const dataDir = await temporaryFolder();
  const demo = await startDemoChain(dataDir);
  await demo.stop();
  for (const file of ["hot-wallet.key", "demo-wallet.key"]) {
    expect((await stat(join(dataDir, "local-chain", file))).mode & 0o777).toBe(0o600);
  }
});

test("chain:send sends coins while the demo runs, and says what to do where it does not", async () => {
  const DATA_DIR = await temporaryFolder();
  const send = (coins: string) =>
    runCommand("send-demo-coins", ["--to", receiver, "--coins", coins], { DATA_DIR });
  const running = await startDemoChain(DATA_DIR, { blockEveryMs: 20 });
  const sent = await send("7");
  expect(sent).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0x[\da-f]{64}\n$/) });
  const chain = await openChain(running.place);
  await final(chain, sent.stdout.trim() as Hash);
  expect((await chain.balancesOf(receiver)).coinUnits).toBe(chain.unitsOf(asFc(70_000n)));
  expect(await send("0.5")).toMatchObject({ code: 1, stderr: expect.stringContaining("--coins <whole FC>") });
  await running.stop();
  expect(await send("7")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Does the server run with CHAIN=local and this DATA_DIR?"),
  });
});

test("a command beside a running demo uses the demo's chain, and leaves it running", async () => {
  const dataDir = await temporaryFolder();
  const running = await startDemoChain(dataDir, { blockEveryMs: 20 });
  const beside = await startDemoChain(dataDir, { blockEveryMs: 20 });
  expect(beside.place).toEqual(running.place);
  await beside.stop();
  await final(await openChain(running.place), await sendDemoCoins(dataDir, { to: receiver, coins: 1n }));
  await running.stop();
});
