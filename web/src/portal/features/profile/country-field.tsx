import { countryCodes, homeCountry } from "@fc/contract/countries";
import { useLingui } from "@lingui/react";
import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useMemo } from "react";
import { countryName } from "../../../lib/format/country-name.ts";

/** The browser's own list, India first, the others by their names in the member's language. */
export function CountryField(props: NativeSelectProps) {
  const { i18n } = useLingui();
  const options = useMemo(() => countriesIn(i18n.locale), [i18n.locale]);
  return <NativeSelect autoComplete="country" {...props} data={options} />;
}

function countriesIn(language: string) {
  const named = countryCodes.map((value) => ({ value, label: countryName(value, language) }));
  const isFirst = (code: string) => Number(code === homeCountry);
  return named.toSorted(
    (a, b) => isFirst(b.value) - isFirst(a.value) || a.label.localeCompare(b.label, language),
  );
}
