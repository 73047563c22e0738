import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { follow } from "./router.ts";
import { signedInAt } from "./sessions.ts";

/** The specification's words or ours, what would be there, and the act that fills it. */
const screens = [
  ["/stacking-wallet-report", "Nothing to Show", /What your stakes return/, "/stacking"],
  ["/earning-report", "Nothing to Show", /when your team stakes/, "/referral-link"],
  ["/offers-report", "Nothing to Show", /Offers that you reach/, "/plan"],
  ["/wallet-report", "Nothing to Show", /Everything that moves/, "/stacking"],
  ["/transferWallet-report", /^Nothing sent to other members yet/, /Wallet Report/, "/transfer-wallet"],
  ["/Withdraw-report", "You have not withdrawn anything yet.", /Your withdrawals/, "/withdraw"],
  ["/topupRequest", "You have not requested a stake yet.", /Your staking requests/, "/stacking"],
  ["/stacking-investment", "Nothing to Show", /Your stakes/, "/stacking"],
  ["/direct-referrals", "Nobody has joined with your link yet.", /Members who join/, "/referral-link"],
  ["/my-team", "Nobody is in your team yet.", /whom others invited/, "/referral-link"],
] as const;

test("an empty screen says what would be there and leads to what fills it", async ({ page, member }) => {
  await signedInAt(page, member, "/");
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
  for (const [path, words, hint, act] of screens) {
    await follow(page, path);
    const state = page.locator(".state");
    await expect(state.getByText(words), path).toBeVisible();
    await expect(state, path).toContainText(hint);
    await expect(state.getByRole("link"), path).toHaveAttribute("href", act);
  }
  await expectAccessible(page);
  await follow(page, "/stacking-report");
  await expect(page.getByText("Coming Soon")).toBeVisible();
});
