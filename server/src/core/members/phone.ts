import { latinDigits } from "@fc/contract/typed-amount";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";

/** Formats a number in groups: +91 98765 43210. */
export function phoneText(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
}

/** Where mobile and landline numbers look the same, as in the USA, the number may be a mobile one. */
const perhapsMobile = new Set<unknown>(["MOBILE", "FIXED_LINE_OR_MOBILE", undefined]);

/**
 * +919876543210 from however it was typed; a number without a country is taken for India's. A number with its
 * country's code twice, as in +91 91 98765 43210, is one that was put in where only the rest belongs.
 */
export function normalisedMobile(typed: string): string | undefined {
  const text = latinDigits(typed);
  return validMobile(text) ?? validMobile(text.replace(/^[+\s-]*(?:91[\s-]*)?0*91/, "+91"));
}

function validMobile(text: string): string | undefined {
  // The text must be a number and nothing else.
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: "IN", extract: false });
  if (!parsed?.isValid() || parsed.ext !== undefined) return undefined;
  return perhapsMobile.has(parsed.getType()) ? parsed.number : undefined;
}
