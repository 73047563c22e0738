import { TextInput, type TextInputProps } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { groupedAmount } from "../../lib/format/amounts.ts";
import "./amount-field.css";

interface AmountFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  label: string;
  unit: string;
  /** Grouped, as it is shown; `plainAmount` removes the grouping. */
  value: string;
  onChange: (value: string) => void;
  decimals?: number;
}

/** Groups by lakh and crore while the member types, and keeps the caret behind the typed digit. */
export function AmountField({ unit, value, onChange, decimals = 4, ...props }: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const digitsBefore = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (digitsBefore.current === undefined) return;
    const caret = placeAfter(value, digitsBefore.current);
    digitsBefore.current = undefined;
    input.current?.setSelectionRange(caret, caret);
  }, [value]);
  return (
    <TextInput
      className="amount-field"
      inputMode="decimal"
      autoComplete="off"
      maxLength={32}
      {...props}
      ref={input}
      value={value}
      rightSection={<span className="amount-unit">{unit}</span>}
      rightSectionWidth="3.25rem"
      onChange={({ currentTarget: { value: typed, selectionStart } }) => {
        digitsBefore.current = typed.slice(0, selectionStart ?? typed.length).replace(/[^\d.]/g, "").length;
        onChange(groupedAmount(typed, decimals));
      }}
    />
  );
}

/** The caret position that has that many digits (and the point) before it. */
function placeAfter(text: string, digits: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place++) {
    if (seen === digits) return place;
    if (text[place] !== ",") seen++;
  }
  return text.length;
}
