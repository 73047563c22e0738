import type { KycCasePart } from "@fc/contract/kyc/states";
import type { NotificationData, NotificationKind } from "@fc/contract/notifications/kinds";
import type { MemberEventKind } from "@fc/contract/security/portal";
import { coinsText, dollarsText } from "../../../lib/format/amounts.ts";
import { dayText } from "../../../lib/format/dates.ts";
import type { Translate } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { eventDetail, eventTitles } from "../../../lib/labels/event-titles.ts";

interface NotificationText {
  title: string;
  /** What in particular; empty where the title says it all. */
  detail: string;
}

interface Reader {
  t: Translate;
  language: string;
  /** Dots in place of an amount while the member hides them. */
  own: (amount: string) => string;
}

/** Events whose detail begins with an amount. */
const withAmount: ReadonlySet<MemberEventKind> = new Set([
  "deduction-set",
  "deduction-cancelled",
  "adjustment",
  "stake-undone",
]);

const kycTitles = {
  "kyc-approved": {
    pan: msg("Your PAN details were approved"),
    bank: msg("Your bank details were approved"),
  },
  "kyc-rejected": {
    pan: msg("Your PAN details were rejected"),
    bank: msg("Your bank details were rejected"),
  },
  "kyc-renew": { pan: msg("Please renew your PAN details"), bank: msg("Please renew your bank details") },
} as const satisfies Record<string, Record<KycCasePart, string>>;

/** The words of each kind, made when they are read, in the language of who reads. */
const texts: {
  readonly [Kind in NotificationKind]: (data: NotificationData<Kind>, reader: Reader) => NotificationText;
} = {
  "transfer-received": ({ amount, fromName, fromRefId }, { t, own }) => ({
    title: t("You received a transfer"),
    detail: t("{amount} from {name}, {refId}", {
      amount: own(coinsText(amount)),
      name: fromName,
      refId: fromRefId,
    }),
  }),
  "stake-given": ({ amount, fromName, fromRefId }, { t, own }) => ({
    title: t("A stake was started for you"),
    detail: t("{amount} from {name}, {refId}", {
      amount: own(dollarsText(amount)),
      name: fromName,
      refId: fromRefId,
    }),
  }),
  "staking-approved": ({ amount, coins }, { t, own }) => ({
    title: t("Your stake has started"),
    detail: own(`${dollarsText(amount)} = ${coinsText(coins)}`),
  }),
  "staking-rejected": ({ amount, reason }, { t, own }) => ({
    title: t("Your staking request was rejected"),
    detail: `${own(dollarsText(amount))}: ${reason}`,
  }),
  "coins-released": ({ amount }, { t, own }) => ({
    title: t("Your coins can be withdrawn now"),
    detail: t("{amount} of the stake that you undid", { amount: own(coinsText(amount)) }),
  }),
  "withdrawal-rejected": ({ amount, reason }, { t, own }) => ({
    title: t("Your withdrawal was rejected"),
    detail: `${own(coinsText(amount))}: ${reason}`,
  }),
  "withdrawal-paid": ({ amount }, { t, own }) => ({
    title: t("Your withdrawal was paid"),
    detail: amount > 0 ? own(coinsText(amount)) : t("All of it was taken for what you owed."),
  }),
  "kyc-approved": ({ part }, { t }) => ({ title: t(kycTitles["kyc-approved"][part]), detail: "" }),
  "kyc-rejected": ({ part, reason }, { t }) => ({
    title: t(kycTitles["kyc-rejected"][part]),
    detail: reason,
  }),
  "kyc-renew": ({ part, reason }, { t }) => ({ title: t(kycTitles["kyc-renew"][part]), detail: reason }),
  "member-joined": ({ name, refId }, { t }) => ({
    title: t("You have a new team member"),
    detail: `${name}, ${refId}`,
  }),
  "support-answered": ({ reference }, { t }) => ({
    title: t("Support answered your message"),
    detail: reference,
  }),
  "day-closed": ({ day, amount }, { t, language, own }) => ({
    title: t("Rewards of {day}", { day: dayText(day, language) }),
    detail: own(coinsText(amount)),
  }),
  "stake-ending": ({ amount, last }, { t, language, own }) => ({
    title: t("Your stake ends in a week"),
    detail: t("{amount}, last day {day}", { amount: own(dollarsText(amount)), day: dayText(last, language) }),
  }),
  "stake-ended": ({ amount }, { t, own }) => ({
    title: t("Your stake has ended"),
    detail: t("{amount}: see what it brought.", { amount: own(dollarsText(amount)) }),
  }),
  "plan-scheduled": ({ version, from }, { t, language }) => ({
    title: t("The plan changes on {day}", { day: dayText(from, language) }),
    detail: t("Version {version}: see what changes, and what it means for you.", { version }),
  }),
  "plan-withdrawn": ({ version, from }, { t, language }) => ({
    title: t("The plan does not change on {day}", { day: dayText(from, language) }),
    detail: t("Version {version} was withdrawn before it began.", { version }),
  }),
  notice: ({ message }, { t }) => ({ title: t("New notice"), detail: message }),
  security: ({ event, detail }, { t, own }) => {
    const text = eventDetail({ kind: event, detail }, t);
    return { title: t(eventTitles[event]), detail: withAmount.has(event) ? own(text) : text };
  },
};

export function notificationText<Kind extends NotificationKind>(
  { kind, data }: { kind: Kind; data: NotificationData<Kind> },
  reader: Reader,
): NotificationText {
  return texts[kind](data, reader);
}
