import { taxSentenceOf } from "@fc/contract/taxes/sentence";
import { useT } from "../../lib/i18n.ts";

/** What a tax follows from, so that the reader can multiply it out. */
export function TaxSentence({ facts }: { facts: Parameters<typeof taxSentenceOf>[0] }) {
  const t = useT();
  const { text, values } = taxSentenceOf(facts);
  return t(text, values);
}
