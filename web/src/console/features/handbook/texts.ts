import bankStatement from "../../../../../docs/handbook/bank-statement.md?raw";
import coinsSent from "../../../../../docs/handbook/coins-sent.md?raw";
import frozenAccount from "../../../../../docs/handbook/frozen-account.md?raw";
import hotWallet from "../../../../../docs/handbook/hot-wallet.md?raw";
import identity from "../../../../../docs/handbook/identity.md?raw";
import memberCalls from "../../../../../docs/handbook/member-calls.md?raw";
import monthEnd from "../../../../../docs/handbook/month-end.md?raw";
import signal from "../../../../../docs/handbook/signal.md?raw";
import somethingMustStop from "../../../../../docs/handbook/something-must-stop.md?raw";
import contents from "../../../../../docs/handbook/README.md?raw";
import withdrawal from "../../../../../docs/handbook/withdrawal.md?raw";
import type { handbookPages } from "./pages.ts";

/** The handbook is part of the console, because an installation may have no way to the internet. */
export const texts: Record<keyof typeof handbookPages | "contents", string> = {
  contents,
  withdrawal,
  "coins-sent": coinsSent,
  "bank-statement": bankStatement,
  "member-calls": memberCalls,
  "frozen-account": frozenAccount,
  identity,
  signal,
  "something-must-stop": somethingMustStop,
  "hot-wallet": hotWallet,
  "month-end": monthEnd,
};
