import type { Payment } from "@fc/contract/staking/portal";

/**
 * What a payment app opens: to whom, how much, and whose stake it is for. The fields are those of UPI's linking
 * specification, which requires a name. Spaces are %20, since apps do not read "+" as one; the @ of the UPI id stays as
 * it is, since some apps take %40 for a part of the id.
 */
export function upiLink(
  { upiId, accountName }: Pick<Payment, "upiId" | "accountName">,
  { refId, amountInr }: { refId: string; amountInr: string | undefined },
): string {
  const fields = {
    pa: upiId,
    pn: accountName || upiId,
    ...(amountInr && { am: amountInr }),
    cu: "INR",
    tn: `Stake ${refId}`,
  };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encoded(value)}`);
  return `upi://pay?${query.join("&")}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("%40", "@");
}

/** Most banks allow no more in one payment by UPI. */
export const mostByUpiInr = 100_000;
