import { readAmount, type AmountFormat, type AmountProblem } from "@fc/contract/typed-amount";
import { Flex, Text, TextInput, type TextInputProps } from "@mantine/core";
import { useLayoutEffect, useRef, useState, type ClipboardEvent, type ReactNode } from "react";
import { useT, type Translate } from "../../lib/i18n.ts";
import { AlertIcon, CheckIcon } from "../icons/icons.tsx";
import {
  caretWithBehind,
  charactersBehind,
  editBetween,
  editedAmount,
  type AmountEdit,
} from "./amount-edit.ts";

interface AmountFieldProps extends Omit<TextInputProps, "value" | "onChange" | "description" | "error"> {
  label: string;
  unit: AmountFormat["unit"];
  decimals?: AmountFormat["decimals"];
  /** As it is shown: grouped, or as typed where it is no amount. `fcTyped` and `usdCentsTyped` read it. */
  value: string;
  onChange: (value: string) => void;
  /** What is allowed, below the field. */
  allowed?: ReactNode;
  /** What is wrong with an amount that could be read. */
  remark?: string | undefined;
  /** What the form refused it for. */
  error?: string | undefined;
  /** The amount keeps to what is allowed. */
  isFine?: boolean;
}

/**
 * Groups by lakh and crore while the member types. What cannot be read stays as it was typed, with the reason below:
 * the field never turns it into another number.
 */
export function AmountField(props: AmountFieldProps) {
  const { unit, decimals = 4, value, onChange, allowed, remark, isFine = false, error, ...input } = props;
  const t = useT();
  const format = { unit, decimals };
  const element = useRef<HTMLInputElement>(null);
  const behind = useRef<number>(undefined);
  // A keyboard that composes loses its place if the text changes under it, so that it is grouped afterwards.
  const [composing, setComposing] = useState<{ text: string; before: string }>();
  useLayoutEffect(() => {
    if (behind.current === undefined || composing) return;
    const caret = caretWithBehind(value, behind.current);
    behind.current = undefined;
    element.current?.setSelectionRange(caret, caret);
  }, [value, composing]);

  const accept = (before: string, edit: AmountEdit, charactersBehindCaret: number) => {
    const shown = editedAmount(before, edit, format);
    // The browser has put the caret where it belongs, unless the text becomes another one.
    if (shown !== element.current?.value) behind.current = charactersBehindCaret;
    onChange(shown);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value: text, selectionStart, selectionEnd } = event.currentTarget;
    const end = selectionEnd ?? text.length;
    // The browser would join two lines to one number; a space between them is refused.
    const inserted = event.clipboardData
      .getData("text")
      .replace(/[\r\n]+/g, " ")
      .trim();
    event.preventDefault();
    const edit = { head: text.slice(0, selectionStart ?? end), inserted, tail: text.slice(end) };
    accept(value, edit, charactersBehind(text, end));
  };

  const read = readAmount(value, format);
  const refusal = read && "problem" in read ? amountRefusal(read.problem, decimals, t) : undefined;
  // One message for one mistake: that the form refuses the amount, and why.
  const wrong = [error, refusal ?? remark].filter(Boolean).join(": ") || undefined;
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      inputWrapperOrder={["label", "input", "description", "error"]}
      aria-invalid={refusal === undefined ? undefined : true}
      {...input}
      error={error !== undefined}
      ref={element}
      value={composing?.text ?? value}
      styles={{ input: { fontSize: "1.25rem", fontWeight: 600 } }}
      rightSection={
        <Text span inherit fw={600} c="dimmed">
          {unit}
        </Text>
      }
      rightSectionWidth="3.25rem"
      description={
        (allowed !== undefined || wrong !== undefined) && (
          <Below wrong={wrong} allowed={allowed} isFine={isFine} />
        )
      }
      onPaste={paste}
      onCompositionStart={() => setComposing({ text: value, before: value })}
      onCompositionEnd={() => setComposing(undefined)}
      onBlur={(event) => {
        // A space at the end waited for more.
        if (read && "shown" in read && read.shown !== value) onChange(read.shown);
        input.onBlur?.(event);
      }}
      onChange={({ currentTarget: { value: typed, selectionStart } }) => {
        if (composing) setComposing({ ...composing, text: typed });
        const before = composing?.before ?? value;
        accept(before, editBetween(before, typed), charactersBehind(typed, selectionStart ?? typed.length));
      }}
    />
  );
}

function Below({
  wrong,
  allowed,
  isFine,
}: Pick<AmountFieldProps, "allowed" | "isFine"> & { wrong: string | undefined }) {
  const icon =
    wrong !== undefined ? (
      <Text span c="var(--mantine-color-error)" lh={0}>
        <AlertIcon />
      </Text>
    ) : (
      isFine && (
        <Text span c="var(--fc-good-text)" lh={0}>
          <CheckIcon />
        </Text>
      )
    );
  return (
    <Flex component="span" wrap="nowrap" gap={6} align="flex-start" fz={15}>
      {icon}
      <span>
        {/* What is wrong and what is allowed are two lines, so that neither breaks in the middle. */}
        <Text span inherit role="status" c="var(--mantine-color-error)" display={wrong ? "block" : "inline"}>
          {wrong}
        </Text>{" "}
        {allowed}
      </span>
    </Flex>
  );
}

function amountRefusal(problem: AmountProblem, decimals: number, t: Translate): string {
  switch (problem.kind) {
    case "sign":
      return t("Please enter the amount without a sign.");
    case "character":
      return t("“{character}” does not belong in an amount.", { character: problem.character });
    case "points":
      return t("An amount has one decimal point only.");
    case "separators":
      return t("This can be misread. Please type the amount without commas and spaces.");
    case "decimals":
      return decimals === 0
        ? t("Please enter a whole number.")
        : t("An amount has at most {decimals} decimals.", { decimals });
    case "size":
      return t("Please enter a smaller amount.");
  }
}
