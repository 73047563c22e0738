export const rupees = (inr: number) => `₹${inr.toLocaleString("en-IN", { maximumFractionDigits: 2 })}`;

/** NaN if it is not a number, which the server then refuses with a message. */
export function numberIn(typed: string): number {
  const digits = typed.replaceAll(/[,\s₹%]/g, "");
  return digits === "" ? Number.NaN : Number(digits);
}
