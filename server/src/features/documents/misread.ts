import type { DocumentKind, DocumentText } from "@fc/contract/documents/kinds";

/**
 * Sentences of the Hindi texts that came with earlier releases and say something else than the English ones, for
 * instance that everybody gets an equal amount. Whoever accepted such a text accepted the wrong meaning.
 */
const misread: Readonly<Partial<Record<DocumentKind, readonly (readonly [wrong: string, right: string])[]>>> =
  {
    terms: [
      ["सबको देय राशि का बराबर हिस्सा मिलता है", "सबको अपनी देय राशि एक ही अनुपात में मिलती है"],
      ["जब तक प्लान ऐसा न कहे", "जब तक प्लान में वापसी न लिखी हो"],
      ["काटकर राज्य को देते", "काटकर सरकार को देते"],
    ],
    risk: [
      ["जब तक प्लान ऐसा न कहे", "जब तक प्लान में वापसी न लिखी हो"],
      ["आप हार नहीं सकते", "आपका नुकसान हो ही नहीं सकता"],
      ["न कोई राज्य और न कोई कोष", "न सरकार और न कोई कोष"],
      ["डाले से अधिक निकाला", "लगाई राशि से ज़्यादा निकाला"],
    ],
  };

/** The text with each of these sentences corrected; undefined if it has none of them. */
export function correctedText(kind: DocumentKind, { en, hi }: DocumentText): DocumentText | undefined {
  const found = (misread[kind] ?? []).filter(([wrong]) => hi.includes(wrong));
  if (found.length === 0) return undefined;
  return { en, hi: found.reduce((text, [wrong, right]) => text.replaceAll(wrong, right), hi) };
}

/** A corrected meaning is a change in substance, whatever the operator calls it. */
export function correctsMeaning(kind: DocumentKind, before: DocumentText, after: DocumentText): boolean {
  return (misread[kind] ?? []).some(([wrong]) => before.hi.includes(wrong) && !after.hi.includes(wrong));
}
