import type { PayoutRules } from "@fc/contract/withdraw/console-payout-rules";

/** What approvers sign so that the worker pays by rules: these, from this wallet, of this coin, until then. */
export interface RulesToSign {
  chainId: number;
  contract: string;
  wallet: string;
  /** Of the worker's own, for one set of rules, so that what was stopped or paused cannot be presented again. */
  word: string;
  endsAt: Date;
  rules: PayoutRules;
}

/** How the reason of a payout begins that a rule stops after it was handed over. */
export const stoppedByRule = "By the rules it waits";

const address = "0x[0-9a-fA-F]{40}";
const amount = "([1-9]\\d{0,12})";
const days = "(0|[1-9]\\d{0,3})";
const shape = new RegExp(
  `^fc-rules/1\\nchain (\\d{1,15})\\ncontract (${address})\\nwallet (${address})\\nword ([0-9a-f-]{36})\\nends (\\S{24})\\n` +
    `largest ${amount} FC\\nmember-day ${amount} FC\\nday ${amount} FC\\n` +
    `address ${days} days\\naccount ${days} days\\nquiet ${days} days\\nkyc approved\\nsignals none\\n$`,
);

export function rulesText({ chainId, contract, wallet, word, endsAt, rules }: RulesToSign): string {
  const { largestFc, memberDayFc, dayFc, addressDays, accountDays, quietDays } = rules;
  const head = `fc-rules/1\nchain ${chainId}\ncontract ${contract}\nwallet ${wallet}\nword ${word}\nends ${endsAt.toISOString()}\n`;
  const amounts = `largest ${largestFc} FC\nmember-day ${memberDayFc} FC\nday ${dayFc} FC\n`;
  const ages = `address ${addressDays} days\naccount ${accountDays} days\nquiet ${quietDays} days\n`;
  return `${head}${amounts}${ages}kyc approved\nsignals none\n`;
}

/** The rules of a text; undefined for every text that `rulesText` would not write exactly so. */
export function rulesIn(text: string): RulesToSign | undefined {
  const [, chainId, contract = "", wallet = "", word = "", ends = "", ...numbers] = shape.exec(text) ?? [];
  if (chainId === undefined) return undefined;
  const endsAt = new Date(ends);
  if (Number.isNaN(endsAt.getTime())) return undefined;
  const [largestFc = 0, memberDayFc = 0, dayFc = 0, addressDays = 0, accountDays = 0, quietDays = 0] =
    numbers.map(Number);
  const rules = { largestFc, memberDayFc, dayFc, addressDays, accountDays, quietDays };
  const found = { chainId: Number(chainId), contract, wallet, word, endsAt, rules };
  return rulesText(found) === text ? found : undefined;
}
