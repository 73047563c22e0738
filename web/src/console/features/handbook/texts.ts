import bankStatement from "../../../../../docs/handbook/bank-statement.md?raw";
import coinsSent from "../../../../../docs/handbook/coins-sent.md?raw";
import frozenAccount from "../../../../../docs/handbook/frozen-account.md?raw";
import hotWallet from "../../../../../docs/handbook/hot-wallet.md?raw";
import monthEnd from "../../../../../docs/handbook/month-end.md?raw";
import contents from "../../../../../docs/handbook/README.md?raw";
import withdrawal from "../../../../../docs/handbook/withdrawal.md?raw";
import type { handbookPages } from "./pages.ts";

/** The handbook is part of the console, because an installation may have no way to the internet. */
export const texts: Record<keyof typeof handbookPages | "contents", string> = {
  contents,
  withdrawal,
  "coins-sent": coinsSent,
  "bank-statement": bankStatement,
  "frozen-account": frozenAccount,
  "hot-wallet": hotWallet,
  "month-end": monthEnd,
};
