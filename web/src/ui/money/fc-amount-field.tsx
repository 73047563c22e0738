import { keysOf } from "@fc/contract/sure";
import { fcFigure, fcText } from "@fc/contract/amount-text";
import { isWithin, shortcutAmount, type AmountShortcut, type FcRange } from "@fc/contract/amount-range";
import { fcTyped } from "@fc/contract/typed-amount";
import { Button, Group, Stack } from "@mantine/core";
import type { Ref } from "react";
import { useT } from "../../lib/i18n.ts";
import { msg } from "../../lib/msg.ts";
import { AmountField } from "./amount-field.tsx";
import { useAmountsHidden, useOwnText } from "./own-amounts.tsx";

interface FcAmountFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  range: FcRange;
  error: string | undefined;
  fieldRef?: Ref<HTMLDivElement>;
}

const shortcutLabels = {
  min: msg("Min"),
  quarter: msg("25 %"),
  half: msg("50 %"),
  max: msg("Max"),
} as const satisfies Record<AmountShortcut, string>;
const shortcuts = keysOf(shortcutLabels);

/** An amount of a wallet: what is allowed stands below and is checked while one types. */
export function FcAmountField({ label, value, onChange, range, error, fieldRef }: FcAmountFieldProps) {
  const t = useT();
  const isHidden = useAmountsHidden();
  const own = useOwnText();
  const amountFc = fcTyped(value);
  const { leastFc, mostFc } = range;
  const isTooLittle = amountFc !== undefined && amountFc < leastFc;
  const isTooMuch = amountFc !== undefined && amountFc > mostFc;
  return (
    <Stack ref={fieldRef} gap="sm">
      <AmountField
        label={label}
        unit="FC"
        name="amount"
        value={value}
        onChange={onChange}
        error={error}
        allowed={
          mostFc < leastFc
            ? t("From {least}; you have {most}.", { least: fcText(leastFc), most: own(fcText(mostFc)) })
            : t("{least} to {most}", { least: fcFigure(leastFc), most: own(fcText(mostFc)) })
        }
        remark={isTooMuch ? t("More than you have.") : isTooLittle ? t("Less than the minimum.") : undefined}
        isFine={amountFc !== undefined && isWithin(amountFc, range)}
      />
      <Group grow preventGrowOverflow={false} gap="xs" role="group" aria-label={t("Fill in")}>
        {shortcuts.map((shortcut) => {
          const fillsFc = shortcutAmount(shortcut, range);
          const words = t(shortcutLabels[shortcut]);
          return (
            <Button
              key={shortcut}
              variant="default"
              size="sm"
              px={4}
              c={fillsFc === undefined ? "dimmed" : "var(--fc-brand-text)"}
              disabled={fillsFc === undefined}
              aria-label={fillsFc === undefined || isHidden ? words : `${words}: ${fcText(fillsFc)}`}
              onClick={() => fillsFc !== undefined && onChange(fcFigure(fillsFc))}
            >
              {words}
            </Button>
          );
        })}
      </Group>
    </Stack>
  );
}
