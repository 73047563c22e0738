import type { Dashboard } from "@fc/contract/dashboard/portal";
import { fieldOf, isOneOf } from "@fc/contract/sure";
import { homeViewKey } from "../../../lib/session/session-keys.ts";
import { localStore } from "../../../lib/storage.ts";

/**
 * The first steps of a member, in the order in which a member needs them: the stake first, what a withdrawal needs
 * last. Who is here has chosen a password, or the portal would insist on it.
 */
export const stepNames = ["password", "stake", "referral", "profile", "coinAddress", "pan", "bank"] as const;
export type StepName = (typeof stepNames)[number];

/** What the page consists of for this member, without its figures. */
export interface HomeView {
  /** Whether there is anything to draw a history of. */
  hasHistory: boolean;
  openSteps: readonly StepName[];
  /** The one that the page begins with: the first that does not only wait for us. */
  nextStep: StepName | undefined;
}

export function viewOf(data: Dashboard): HomeView {
  const openSteps = stepNames.filter((name) => name !== "password" && !data.done[name]);
  return {
    hasHistory: data.done.stake || data.totalWallet !== 0 || data.earned.inAll > 0,
    openSteps,
    nextStep: openSteps.find((name) => name !== "stake" || !isStakeRequested(data)),
  };
}

/** A request for the first stake was sent: nothing is left to do but wait. */
export function isStakeRequested(data: Dashboard | undefined): boolean {
  return data?.pending.some(({ kind }) => kind === "staking") ?? false;
}

/** The pre-rendered page has every part, and no step is the next one; home-preview.js takes out what is not there. */
const everything: HomeView = { hasHistory: true, openSteps: stepNames, nextStep: undefined };

/**
 * What the page consisted of when this member saw it last. It is drawn like that until the figures arrive, so that
 * nothing moves then. Read by home-preview.js as well; forgotten with the session.
 */
export function rememberedView(memberId: number): HomeView | undefined {
  if (import.meta.env.SSR) return everything;
  const stored = parsed(homeViewKey);
  const view = fieldOf(stored, "view");
  return fieldOf(stored, "member") === memberId && isView(view) ? view : undefined;
}

/** `view` as JSON. */
export function rememberView(member: number, view: string): void {
  localStore.write(homeViewKey, `{"member":${member},"view":${view}}`);
}

function parsed(key: string): unknown {
  try {
    return JSON.parse(localStore.read(key) ?? "null");
  } catch {
    return null;
  }
}

function isView(stored: unknown): stored is HomeView {
  const openSteps = fieldOf(stored, "openSteps");
  const nextStep = fieldOf(stored, "nextStep");
  return (
    typeof fieldOf(stored, "hasHistory") === "boolean" &&
    Array.isArray(openSteps) &&
    openSteps.every((name) => isOneOf(stepNames, name)) &&
    (nextStep === undefined || isOneOf(stepNames, nextStep))
  );
}
