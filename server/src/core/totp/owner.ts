/** Whose authenticator: members and operators have theirs in the same tables and by the same rules. */
export interface Owner {
  kind: "member" | "operator";
  id: number;
}
