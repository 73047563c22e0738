import { hasChecksum } from "@fc/contract/coin-address/address";
import { Textarea, type TextareaProps } from "@mantine/core";
import { addressProblemText } from "../../lib/coin-address.ts";
import { useT } from "../../lib/i18n.ts";
import { Note } from "../feedback/note.tsx";
import "./address-field.css";

type AddressFieldProps = Omit<TextareaProps, "onChange" | "value"> & {
  label: string;
  value: string;
  onAddress: (address: string) => void;
};

/** A coin address, shown whole on the narrowest phone. What is pasted around it, as spaces and line breaks, goes. */
export function AddressField({ value, onAddress, readOnly, ...props }: AddressFieldProps) {
  const t = useT();
  const isUnsure = !readOnly && addressProblemText(value) === undefined && !hasChecksum(value);
  return (
    <>
      <Textarea
        classNames={{ input: "address-field" }}
        rows={2}
        autoCapitalize="none"
        autoCorrect="off"
        autoComplete="off"
        spellCheck={false}
        placeholder="0x…"
        {...props}
        readOnly={readOnly ?? false}
        value={value}
        onChange={(event) => onAddress(event.currentTarget.value.replace(/\s/g, ""))}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      {isUnsure && (
        <Note live>
          {t(
            "This address has no checksum, so a typing mistake in it would not be noticed. Please compare every character.",
          )}
        </Note>
      )}
    </>
  );
}
