const weiDigits = 18;
const shownDigits = 6;

/** An amount of the chain's own coin, rounded down: 0.012345. */
export function coinText(wei: bigint): string {
  const digits = wei.toString().padStart(weiDigits + 1, "0");
  const fraction = digits.slice(-weiDigits, -weiDigits + shownDigits).replace(/0+$/, "");
  const whole = digits.slice(0, -weiDigits);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** A price of gas: 1.5. */
export function gweiText(wei: bigint): string {
  const milli = wei / 1_000_000n;
  return String(Number(milli) / 1000);
}
