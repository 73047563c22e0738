/** The pages of docs/handbook by their names, and the screens from which each is opened. */
export const handbookPages = {
  withdrawal: { title: "A withdrawal arrives", screens: ["/withdrawals"] },
  "coins-sent": { title: "Somebody says they sent coins", screens: ["/deposits", "/coins"] },
  "bank-statement": { title: "The bank's statement", screens: ["/bank", "/staking-requests"] },
  "member-calls": {
    title: "A member calls or writes",
    screens: ["/support", "/members", "/members/$refId", "/receipts/$reference"],
  },
  "frozen-account": { title: "An account was frozen", screens: [] },
  identity: { title: "A PAN card or a bank account to look at", screens: ["/kyc"] },
  signal: { title: "A signal", screens: ["/signals", "/signals/$id"] },
  "something-must-stop": { title: "Something must stop", screens: ["/pauses"] },
  "hot-wallet": { title: "The hot wallet stopped", screens: ["/payouts"] },
  "month-end": { title: "Month end", screens: ["/books", "/taxes", "/closings", "/ledger"] },
} as const satisfies Record<string, { title: string; screens: readonly string[] }>;

/** The page about a screen. Screens without one lead to the list of all pages. */
export function handbookOf(screen: string): { to: string; title: string } {
  const found = Object.entries<{ title: string; screens: readonly string[] }>(handbookPages).find(
    ([, { screens }]) => screens.includes(screen),
  );
  return found ? { to: `/handbook/${found[0]}`, title: found[1].title } : { to: "/handbook", title: "" };
}
