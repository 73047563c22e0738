import { hasOpenPayouts } from "../../core/chain/open-payouts.ts";
import type { PayoutDeps } from "../../core/chain/payout-deps.ts";
import { isReleaseAgreed, releaseAgreed } from "../../core/chain/release.ts";
import { reserveNonce } from "../../core/chain/reserve.ts";
import { sendAttempts } from "../../core/chain/send.ts";
import { NotSettled, notSettledIn, settlePayouts } from "../../core/chain/settle.ts";
import { signAttempts } from "../../core/chain/sign.ts";
import { isLookDue, lookAtWallet, noteSigning } from "../../core/chain/look.ts";
import type { Chain } from "../../platform/chain/types.ts";
import { second } from "../../platform/clock.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { acceptPaid } from "./decisions.ts";
import { hasWorkForRules, payByRules } from "./rules-task.ts";

export const payoutsTaskName = "chain.payouts";
export const rulesTaskName = "chain.rules";

/** What the steps of payouts work with, of a server that is connected to a chain. */
export function payoutDepsOf(
  { db, clock, secretKey, payoutGuard }: Pick<Deps, "db" | "clock" | "secretKey" | "payoutGuard">,
  chain: Chain,
): PayoutDeps {
  return { db, chain, clock, secretKey, guard: payoutGuard, acceptPaid };
}

/** Takes every payout one step further. Each step may be repeated, and any number of workers may run them at once. */
export async function payOut(deps: PayoutDeps): Promise<void> {
  const settled = await settlePayouts(deps).catch(notSettledIn);
  await releaseAgreed(deps);
  while ((await reserveNonce(deps)) !== undefined);
  await signAttempts(deps);
  await sendAttempts(deps);
  if (settled instanceof NotSettled) throw settled;
}

/** Only where a signer is set: nodes that face the internet need none. */
export function payoutTasks(deps: Deps): Task[] {
  const { chain } = deps;
  if (!chain?.signer) return [];
  const payoutDeps = payoutDepsOf(deps, chain);
  return [
    {
      name: payoutsTaskName,
      everyMs: 2 * second,
      hasWork: async () =>
        (await hasOpenPayouts(deps.db, chain.chainId)) ||
        (await isReleaseAgreed(deps.db, chain.chainId)) ||
        (await isLookDue(payoutDeps)),
      run: async () => {
        const paid = await payOut(payoutDeps).catch(notSettledIn);
        if (await isLookDue(payoutDeps)) await lookAtWallet(payoutDeps);
        await noteSigning(payoutDeps);
        if (paid instanceof NotSettled) throw paid;
      },
    },
    {
      name: rulesTaskName,
      everyMs: 10 * second,
      hasWork: () => hasWorkForRules(deps.db, chain.chainId),
      run: () => payByRules(payoutDeps),
    },
  ];
}
