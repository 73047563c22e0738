import { hoursText } from "../hours-text.ts";
import type { Signal } from "./console.ts";
import { signalRules, type SignalRuleName } from "./console-rules.ts";

type Telling = (signal: Signal) => string;

const members: Telling = ({ memberCount }) => `${memberCount.toLocaleString("en-IN")} members`;

/** What in particular was found, beside the name of the rule. */
const tellings = {
  "same-account": members,
  "same-pan": members,
  "same-coin-address": members,
  "same-device": (signal) => `${members(signal)}, device ${signal.facts.device ?? ""}`,
  "same-browser": (signal) =>
    `${members(signal)}, ${signal.facts.browser ?? ""}, ${signal.facts.block ?? ""}`,
  "same-block": (signal) => `${members(signal)}, ${signal.facts.block ?? ""}`,
  "same-phone": members,
  "sponsor-shares": ({ facts }) =>
    (facts.rules ?? []).map((rule) => signalRules[rule].label.toLowerCase().replace("pan", "PAN")).join(", "),
  "first-withdrawal": ({ strength, facts }) =>
    `${hoursText(strength, "en")} after a new ${(facts.after ?? []).join(", ")}`,
  "registration-burst": ({ strength, facts }) =>
    `${strength.toLocaleString("en-IN")} within an hour, ${facts.side ?? "one"} leg`,
  "stakes-reversed": ({ strength }) => (strength === 1 ? "1 stake" : `${strength} stakes`),
} as const satisfies Record<SignalRuleName, Telling>;

export function signalDetail(signal: Signal): string {
  return tellings[signal.rule](signal);
}
