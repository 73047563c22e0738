import type { Dashboard } from "@fc/contract/dashboard/portal";
import { homeViewKey } from "../../../lib/session/session-keys.ts";
import { localStore } from "../../../lib/storage.ts";

/** The first steps of a member, in their order. Who is here has chosen a password, or the portal would insist on it. */
export const stepNames = ["password", "profile", "pan", "bank", "coinAddress", "stake", "referral"] as const;
export type StepName = (typeof stepNames)[number];

/** What folds. */
export const sectionNames = ["wallets", "staking", "team", "closing"] as const;
export type SectionName = (typeof sectionNames)[number];

/** What the page consists of for this member, without its figures. */
export interface HomeView {
  /** Whether there is anything to count yet. */
  hasNumber: boolean;
  openSteps: readonly StepName[];
  /** Whether the first stake is still to come: then the steps are what the page is about. */
  isFirstRun: boolean;
  closed: readonly SectionName[];
}

export type SectionChoices = Partial<Record<SectionName, boolean>>;

export function viewOf(data: Dashboard, choices: SectionChoices): HomeView {
  const hasNumber = data.done.stake || data.totalWallet !== 0 || data.earned.inAll > 0;
  const isEmpty: Record<SectionName, boolean> = {
    wallets: !hasNumber,
    staking: !data.done.stake && data.totalStaking === 0,
    team: data.left.users + data.right.users === 0,
    closing: !data.done.stake,
  };
  return {
    hasNumber,
    openSteps: stepNames.filter((name) => name !== "password" && !data.done[name]),
    isFirstRun: !data.done.stake,
    closed: sectionNames.filter((name) => !(choices[name] ?? !isEmpty[name])),
  };
}

/** The pre-rendered page has every part; home-preview.js takes out what this member's has not. */
const everything: HomeView = { hasNumber: true, openSteps: stepNames, isFirstRun: true, closed: [] };

/**
 * What the page consisted of when this member saw it last. It is drawn like that until the figures arrive, so that
 * nothing moves then. Read by home-preview.js as well; forgotten with the session.
 */
export function rememberedView(memberId: number): HomeView | undefined {
  if (import.meta.env.SSR) return everything;
  const stored = parsed(homeViewKey);
  return isObject(stored) && stored["member"] === memberId ? (stored["view"] as HomeView) : undefined;
}

export function rememberView(member: number, view: HomeView): void {
  localStore.write(homeViewKey, JSON.stringify({ member, view }));
}

const choicesKey = "fcHomeSections";

/** Which sections were opened and closed by hand on this device. */
export function sectionChoices(): SectionChoices {
  const stored = parsed(choicesKey);
  return isObject(stored) ? stored : {};
}

export function rememberChoices(choices: SectionChoices): void {
  localStore.write(choicesKey, JSON.stringify(choices));
}

function parsed(key: string): unknown {
  try {
    return JSON.parse(localStore.read(key) ?? "null");
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
