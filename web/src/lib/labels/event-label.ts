import type { MemberEventKind } from "@fc/contract/security/portal";

/** What happened to a member, as operators read it: `coin-address-changed` is "Coin address changed". */
export function eventLabel(kind: MemberEventKind): string {
  const words = kind.replaceAll("-", " ").replace(/^(fmdc|kyc|pan)\b/, (short) => short.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
