/** Masked, because mails and the operators' log are kept for years. */
export function maskedPan(panNumber: string): string {
  return `••••• ${panNumber.slice(-5)}`;
}
