import { latinDigits } from "@fc/contract/typed-amount";

/**
 * The number as the field takes it: without the zero or the country's code that people put before it. Only India's
 * numbers are known well enough to tell what stands before them; the server understands those of other countries.
 */
export function withoutPrefix(typed: string, country: string): string {
  const text = latinDigits(typed).trim().replace(/^00/, "+");
  if (country !== "in" || text.startsWith("+")) return text;
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  if (digits.length === 12 && digits.startsWith("91")) return `+${digits}`;
  return /^\D*0/.test(text) ? digits : text;
}
