import { parsePhoneNumberFromString } from "libphonenumber-js/max";

/** Formats a number in groups: +91 98765 43210. */
export function phoneText(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
}

/** Where mobile and landline numbers look the same, as in the USA, the number may be a mobile one. */
const perhapsMobile = new Set<unknown>(["MOBILE", "FIXED_LINE_OR_MOBILE", undefined]);

/** +919876543210 from however it was typed; a number without a country is taken for India's. */
export function normalisedMobile(typed: string): string | undefined {
  // The text must be a number and nothing else.
  const parsed = parsePhoneNumberFromString(typed, { defaultCountry: "IN", extract: false });
  if (!parsed?.isValid() || parsed.ext !== undefined) return undefined;
  return perhapsMobile.has(parsed.getType()) ? parsed.number : undefined;
}
