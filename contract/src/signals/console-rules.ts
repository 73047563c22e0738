import { keysOf } from "../sure.ts";
import type { SettingValues } from "../settings/business-settings.ts";

interface SignalRule {
  readonly label: string;
  /** What an operator should know before judging it. */
  readonly help: string;
  /** What it adds to the score of each member concerned. */
  readonly points: number;
  /** The setting that it counts from or, where `isAtMost`, up to. */
  readonly threshold: keyof SettingValues<"signals">;
  readonly isAtMost?: boolean;
}

/** Every rule that looks for fraud. Its setting says from when on it counts; `core/signals` says how it is found. */
export const signalRules = {
  "same-account": {
    label: "Same bank account",
    help: "Several members gave the same account number.",
    points: 40,
    threshold: "sameAccountMembers",
  },
  "same-pan": {
    label: "Same PAN",
    help: "Several members gave the same PAN, which belongs to one person.",
    points: 50,
    threshold: "samePanMembers",
  },
  "same-coin-address": {
    label: "Same coin address",
    help: "Coins of several members go to one address.",
    points: 40,
    threshold: "sameCoinAddressMembers",
  },
  "same-device": {
    label: "Same device",
    help: "Several members signed in from one browser. Families share one; so do agents.",
    points: 30,
    threshold: "sameDeviceMembers",
  },
  "same-browser": {
    label: "Same kind of browser at one place",
    help: "Several members signed in with exactly the same browser from the same address block. Chrome on Android does not count, because all phones send the same.",
    points: 15,
    threshold: "sameBrowserMembers",
  },
  "same-block": {
    label: "Same address block",
    help: "Many members signed in from neighbouring internet addresses. Mobile networks share them.",
    points: 5,
    threshold: "sameBlockMembers",
  },
  "same-phone": {
    label: "Same mobile number",
    help: "Several members gave the same mobile number.",
    points: 20,
    threshold: "samePhoneMembers",
  },
  "sponsor-shares": {
    label: "Sponsor and sponsored share identity",
    help: "A member and the sponsor have account, PAN, address, device or number in common.",
    points: 40,
    threshold: "sponsorSharesKinds",
  },
  "first-withdrawal": {
    label: "First withdrawal soon after a change",
    help: "The first withdrawal followed shortly after a new address, device or password.",
    points: 25,
    threshold: "firstWithdrawalHours",
    isAtMost: true,
  },
  "registration-burst": {
    label: "Burst of registrations on one leg",
    help: "Many members were placed one below the other within an hour.",
    points: 20,
    threshold: "burstRegistrations",
  },
  "stakes-reversed": {
    label: "Stakes reversed",
    help: "Operators undid stakes of this member, and said that it was the member's fault.",
    points: 25,
    threshold: "reversedStakes",
  },
} as const satisfies Record<string, SignalRule>;

export type SignalRuleName = keyof typeof signalRules;
export const signalRuleNames = keysOf(signalRules);

/** From this score on, a member is worth a look before anything is paid. */
export const highScore = 50;
