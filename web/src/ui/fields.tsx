import { Textarea, TextInput, type TextareaProps, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { useT } from "../lib/i18n.ts";
import { EyeIcon, EyeOffIcon } from "./icons.tsx";

/** Spread `register("name")` of React Hook Form into any of these; `label` is always visible. */
type FieldProps<P> = P & { label: string };

export function TextField(props: FieldProps<TextInputProps>) {
  return <TextInput {...props} />;
}

/** For ids and e-mails: phones must not capitalise or correct them. */
export function PlainTextField(props: FieldProps<TextInputProps>) {
  return <TextInput autoCapitalize="none" autoCorrect="off" spellCheck={false} {...props} />;
}

/** Digits on a numeric keyboard, yet text: a leading zero stays, and scrolling changes nothing. */
export function NumericField({ onChange, ...props }: FieldProps<TextInputProps>) {
  return (
    <TextInput
      inputMode="numeric"
      {...props}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/[^\d+ ]/g, "");
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
