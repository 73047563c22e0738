/** Coins exact to the contract's last unit, grouped by lakh and crore: −1,50,000.000000000000000001. */
export function exactText(coins: string): string {
  const [whole = "0", fraction] = coins.replace("-", "").split(".");
  const grouped = BigInt(whole).toLocaleString("en-IN");
  return `${coins.startsWith("-") ? "−" : ""}${grouped}${fraction === undefined ? "" : `.${fraction}`}`;
}
