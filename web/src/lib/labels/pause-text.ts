import type { Paused, PauseName, PauseReason } from "@fc/contract/pauses/kinds";
import { dateTimeText } from "../format/dates.ts";
import type { Translate } from "../i18n.ts";
import { msg } from "../msg.ts";

const sentences: Readonly<Record<PauseName, string>> = {
  registration: msg("Registration is paused until {time}."),
  staking: msg("Staking is paused until {time}."),
  withdrawals: msg("Withdrawals are paused until {time}."),
  transfers: msg("Transfers are paused until {time}."),
  "sign-in": msg("Login is paused until {time}."),
};

const moving = msg("We are moving in here. It opens as soon as everything has been checked.");

const reasons: Readonly<Record<PauseReason, string>> = {
  maintenance: msg("We are doing planned work."),
  fault: msg("We are mending a technical fault."),
  safety: msg("We are checking something for your safety."),
  outside: msg("A bank or the chain that we depend on does not work."),
};

/** What is paused, until when and why. */
export function pauseText(t: Translate, { what, because, until }: Paused, language: string): string {
  if (until === null || because === "moving") return t(moving);
  return `${t(sentences[what], { time: dateTimeText(until, language) })} ${t(reasons[because])}`;
}
