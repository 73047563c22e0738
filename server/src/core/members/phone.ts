import { parsePhoneNumberFromString } from "libphonenumber-js/max";

/** In groups, as numbers are read: +91 98765 43210. */
export function phoneText(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
}

/** Where a number cannot be told from a landline's (in the USA, say), it may be a mobile's. */
const perhapsMobile = new Set<unknown>(["MOBILE", "FIXED_LINE_OR_MOBILE", undefined]);

/** +919876543210 from however it was typed; a number without a country is taken for India's. */
export function normalisedMobile(typed: string): string | undefined {
  // The number alone: none is picked out of other words.
  const parsed = parsePhoneNumberFromString(typed, { defaultCountry: "IN", extract: false });
  if (!parsed?.isValid() || parsed.ext !== undefined) return undefined;
  return perhapsMobile.has(parsed.getType()) ? parsed.number : undefined;
}
