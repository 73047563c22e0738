import { parsePhoneNumberFromString } from "libphonenumber-js/max";

/** +919876543210 from however it was typed; a number without a country is taken for India's. */
export function normalisedPhone(typed: string): string | undefined {
  const parsed = parsePhoneNumberFromString(typed, "IN");
  return parsed?.isValid() ? parsed.number : undefined;
}
