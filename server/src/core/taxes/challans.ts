/** The number of a challan without its punctuation, so that it is the same however it was typed. */
export function challanName(challan: string): string {
  return challan.toUpperCase().replaceAll(/[^A-Z\d]/g, "");
}

/** The key of the entry that records it. */
export const remittanceKey = (challan: string) => `tax-remitted/${challanName(challan)}`;
