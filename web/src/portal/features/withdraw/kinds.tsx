import { hoursText } from "@fc/contract/hours-text";
import type { withdrawKinds, WithdrawType } from "@fc/contract/withdraw/kinds";
import { useLingui } from "@lingui/react";
import { Paper } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { coinsText, compactCoins } from "../../../lib/format/amounts.ts";
import { useLanguage, useT, type Translate } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { CoinAddress } from "./coin-address.tsx";
import type { WithdrawData } from "./queries.ts";
import type { WithdrawForm } from "./withdraw-form.ts";

export interface AddressFieldProps {
  form: WithdrawForm;
  change: (part: Partial<WithdrawForm>) => void;
  data: WithdrawData;
}

/** How a type of withdrawals looks in the portal; its rules are in the contract's table. */
interface WithdrawScreen<Type extends WithdrawType> {
  readonly label: (typeof withdrawKinds)[Type]["label"];
  /** Under its name, where the type is chosen. */
  readonly hint: string;
  /** The text of the button. */
  readonly action: (t: Translate) => string;
  readonly reviewTitle: string;
  /** Where the coins go, or why that is not known yet. */
  readonly Address: ComponentType<AddressFieldProps>;
  readonly Terms: ComponentType<{ settings: WithdrawData["settings"] }>;
}

/** In Hindi the button is a verb, and the page in the menu a noun. */
export function withdrawAction(t: Translate): string {
  return t("Withdraw (button)", {}, { message: "Withdraw" });
}

export const withdrawScreens = {
  coin: {
    label: msg("Coin"),
    hint: msg("To your free coin address"),
    action: withdrawAction,
    reviewTitle: msg("Review your withdrawal"),
    Address: FreeCoinAddress,
    Terms: PayoutTerms,
  },
  "internal transfer": {
    label: msg("Internal Transfer"),
    hint: msg("To your transfer wallet"),
    action: (t) => t("Transfer"),
    reviewTitle: msg("Review your internal transfer"),
    Address: () => null,
    Terms: InternalTransferTerms,
  },
} as const satisfies { [Type in WithdrawType]: WithdrawScreen<Type> };

function FreeCoinAddress({ data: { state } }: AddressFieldProps) {
  const t = useT();
  if (state.freeCoinAddress === null) {
    return (
      <Note tone="bad">
        <p>{t("Please set free coin address before withdraw")}</p>
        <Link className="link-button" to="/coin-address">
          {t("Free Coin Address")}
        </Link>
      </Note>
    );
  }
  return (
    <Paper px="md" py="sm" bg="var(--fc-surface-quiet)">
      <p className="small dimmed">{t("Free Coin Address")} (BEP20)</p>
      <p>
        <CoinAddress address={state.freeCoinAddress} />
      </p>
    </Paper>
  );
}

/** Made of the settings, so that words and rules cannot differ. */
function PayoutTerms({ settings }: { settings: WithdrawData["settings"] }) {
  const t = useT();
  const language = useLanguage();
  const { i18n } = useLingui();
  const { minimumFc, standardFromFc, standardToFc, feeFc, hours } = settings.withdrawal;
  return (
    <ul className="terms small dimmed">
      <li>
        {t("Standard coin withdrawal: {from} to {to} coins.", {
          from: compactCoins(standardFromFc, i18n.locale),
          to: compactCoins(standardToFc, i18n.locale),
        })}
      </li>
      <li>{t("Requests are accepted from {amount}.", { amount: coinsText(minimumFc) })}</li>
      <li>{t("A fee of {amount} is taken out of the amount.", { amount: coinsText(feeFc) })}</li>
      <li>{t("It takes {hours} to complete.", { hours: hoursText(hours, language) })}</li>
      <li>{t("Drawn from the staking wallet first, then earning, then offer.")}</li>
    </ul>
  );
}

function InternalTransferTerms({ settings }: { settings: WithdrawData["settings"] }) {
  const t = useT();
  const minimum = coinsText(settings.internalTransferMinimumFc);
  return (
    <ul className="terms small dimmed">
      <li>{t("Minimum internal transfer: {amount}.", { amount: minimum })}</li>
      <li>{t("Free of charge, and done at once. It cannot be moved back.")}</li>
      <li>{t("Drawn from the staking wallet first, then earning, then offer.")}</li>
    </ul>
  );
}
