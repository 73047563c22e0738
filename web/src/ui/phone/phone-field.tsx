import { defaultCountry } from "@fc/contract/registration/portal";
import { useLingui } from "@lingui/react";
import { Group, TextInput } from "@mantine/core";
import { useMemo, useState, type ChangeEvent, type Ref } from "react";
import { defaultCountries, guessCountryByPartialPhoneNumber, usePhoneInput } from "react-international-phone";
import { useT } from "../../lib/i18n.ts";
import { useLabel } from "../form/fields.tsx";
import { ChevronIcon } from "../icons/screen-icons.tsx";
import { withoutPrefix } from "./phone-number.ts";
import "./phone.css";

interface PhoneFieldProps {
  label: string;
  optional?: boolean;
  value: string;
  /** The number with its country, as in +919876543210; empty while nothing was typed. */
  onChange: (phone: string) => void;
  onBlur: () => void;
  inputRef: Ref<HTMLInputElement>;
  error?: string | undefined;
}

/** The country is the browser's own list: phones open their picker, keyboards find by typing. */
export default function PhoneField({
  label,
  optional = false,
  value,
  onChange,
  onBlur,
  inputRef,
  error,
}: PhoneFieldProps) {
  const words = useLabel(label, optional);
  const [first] = useState(value);
  const [dialling, setDialling] = useState("");
  const {
    inputValue,
    country,
    setCountry,
    handlePhoneValueChange,
    inputRef: maskRef,
  } = usePhoneInput({
    defaultCountry,
    value: first,
    disableDialCodeAndPrefix: true,
    // A number pasted with its leading zero is not cut short; the server understands it.
    allowMaskOverflow: true,
    onChange: (typed) => onChange(typed.inputValue === "" ? "" : typed.phone),
  });

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value;
    const text = withoutPrefix(typed, country.iso2);
    // The mask has no place for a plus: a country's code that is being typed waits until it is one.
    const isDialling =
      text.startsWith("+") && !guessCountryByPartialPhoneNumber({ phone: text }).fullDialCodeMatch;
    setDialling(isDialling ? text : "");
    if (isDialling) return onChange(text);
    if (text !== typed || isWholeText(event.nativeEvent)) {
      event.currentTarget.value = text;
      // The mask would judge what was put in instead of what stands there now, and drop it all for a plus or a space.
      event.nativeEvent = new InputEvent("input", { inputType: "insertFromPaste" });
    }
    handlePhoneValueChange(event);
  };

  return (
    <TextInput
      classNames={{ section: "phone-section" }}
      styles={{
        section: {
          borderRight: "1px solid var(--fc-line)",
          borderRadius: "var(--mantine-radius-md) 0 0 var(--mantine-radius-md)",
        },
        input: { paddingLeft: "6rem" },
      }}
      label={words}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      required={!optional}
      withAsterisk={false}
      value={dialling || inputValue}
      onChange={change}
      onBlur={onBlur}
      ref={(element) => {
        maskRef.current = element;
        if (typeof inputRef === "function") inputRef(element);
      }}
      leftSection={
        <CountryChoice country={country} onChoose={(iso2) => setCountry(iso2, { focusOnInput: true })} />
      }
      leftSectionWidth="5.25rem"
      leftSectionPointerEvents="all"
      error={error}
    />
  );
}

/** More than one key: a number that the keyboard suggested, which says that it was typed. */
function isWholeText(event: Event): boolean {
  return event instanceof InputEvent && (event.data ?? "").length > 1;
}

interface CountryChoiceProps {
  country: { iso2: string; dialCode: string };
  onChoose: (iso2: string) => void;
}

function CountryChoice({ country, onChoose }: CountryChoiceProps) {
  const t = useT();
  return (
    <>
      <Group aria-hidden="true" gap={4} c="var(--mantine-color-text)" style={{ "--fc-icon": "1rem" }}>
        +{country.dialCode}
        <ChevronIcon />
      </Group>
      <select
        className="phone-country"
        aria-label={t("Country code")}
        value={country.iso2}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <CountryOptions />
      </select>
    </>
  );
}

function CountryOptions() {
  const { i18n } = useLingui();
  const countries = useMemo(() => countriesIn(i18n.locale), [i18n.locale]);
  return countries.map(({ iso2, name, dialCode }) => (
    <option key={iso2} value={iso2}>
      {`${name} (+${dialCode})`}
    </option>
  ));
}

/** India first, the others by their names in the member's language. */
function countriesIn(language: string) {
  const names = new Intl.DisplayNames(language, { type: "region" });
  const named = defaultCountries.map(([english, iso2, dialCode]) => ({
    iso2,
    dialCode,
    name: names.of(iso2.toUpperCase()) ?? english,
  }));
  const isFirst = (iso2: string) => Number(iso2 === defaultCountry);
  return named.toSorted(
    (a, b) => isFirst(b.iso2) - isFirst(a.iso2) || a.name.localeCompare(b.name, language),
  );
}
