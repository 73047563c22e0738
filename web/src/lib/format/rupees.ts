/** Paise are two digits, or none where there are none. */
export function rupees(inr: number): string {
  const minimumFractionDigits = Number.isInteger(inr) ? 0 : 2;
  return `₹${inr.toLocaleString("en-IN", { minimumFractionDigits, maximumFractionDigits: 2 })}`;
}

/** NaN if it is not a number, which the server then refuses with a message. */
export function numberIn(typed: string): number {
  const digits = typed.replaceAll(/[,\s₹%]/g, "");
  return digits === "" ? Number.NaN : Number(digits);
}
