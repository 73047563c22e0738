/** Where it does not fit one line it stands in two halves, which are easier to compare than a line and two letters. */
export function CoinAddress({ address }: { address: string }) {
  const middle = Math.ceil(address.length / 2);
  return (
    <span className="unit-id">
      <span style={{ display: "inline-block" }}>{address.slice(0, middle)}</span>
      <span style={{ display: "inline-block" }}>{address.slice(middle)}</span>
    </span>
  );
}
