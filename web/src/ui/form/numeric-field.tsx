import { latinDigits } from "@fc/contract/typed-amount";
import { TextInput, type TextInputProps } from "@mantine/core";
import { useLabel, type MaybeOptional } from "./fields.tsx";

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
