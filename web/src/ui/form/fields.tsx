import { TextInput, type TextInputProps } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { EyeIcon, EyeOffIcon } from "../icons/icons.tsx";

/** Spread `register("name")` of React Hook Form into any of these; `label` is always visible. */
type FieldProps<P> = P & { label: string };
export type MaybeOptional<P> = FieldProps<P> & { optional?: boolean };

export function useLabel(label: string, optional: boolean | undefined): ReactNode {
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
