import { latinDigits } from "@fc/contract/typed-amount";
import { Textarea, TextInput, type TextareaProps, type TextInputProps } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { EyeIcon, EyeOffIcon } from "../icons/icons.tsx";

/** Spread `register("name")` of React Hook Form into any of these; `label` is always visible. */
type FieldProps<P> = P & { label: string };
type MaybeOptional<P> = FieldProps<P> & { optional?: boolean };

function useLabel(label: string, optional: boolean | undefined): ReactNode {
  const t = useT();
  if (!optional) return label;
  return (
    <>
      {label} <span className="optional">{t("(optional)")}</span>
    </>
  );
}

export function TextField(props: FieldProps<TextInputProps>) {
  return <TextInput {...props} />;
}

/** For ids and e-mails: phones must not capitalise or correct them. */
export function PlainTextField({ label, optional, ...props }: MaybeOptional<TextInputProps>) {
  const words = useLabel(label, optional);
  return <TextInput autoCapitalize="none" autoCorrect="off" spellCheck={false} {...props} label={words} />;
}

/** Digits on a numeric keyboard, yet text: a leading zero stays, and scrolling changes nothing. */
export function NumericField({ onChange, label, optional, ...props }: MaybeOptional<TextInputProps>) {
  const words = useLabel(label, optional);
  return (
    <TextInput
      inputMode="numeric"
      {...props}
      label={words}
      onChange={(event) => {
        const digits = latinDigits(event.currentTarget.value).replace(/[^\d+ ]/g, "");
        if (digits !== event.currentTarget.value) event.currentTarget.value = digits;
        onChange?.(event);
      }}
    />
  );
}

export function PasswordField(props: FieldProps<TextInputProps>) {
  const t = useT();
  const [shown, setShown] = useState(false);
  const toggle = (
    <button
      type="button"
      className="icon-button"
      aria-label={shown ? t("Hide password") : t("Show password")}
      onClick={() => setShown(!shown)}
      disabled={props.disabled}
    >
      {shown ? <EyeOffIcon /> : <EyeIcon />}
    </button>
  );
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? "text" : "password"}
      rightSection={toggle}
      rightSectionWidth="3rem"
    />
  );
}

export function LongTextField(props: FieldProps<TextareaProps>) {
  return <Textarea rows={5} {...props} />;
}
