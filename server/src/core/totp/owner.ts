/** The owner of an authenticator. Members and operators share the same tables and rules. */
export interface AuthenticatorOwner {
  kind: "member" | "operator";
  id: number;
}

/** Its secret is encrypted for this owner: another one's row cannot take its place. */
export function purposeOf({ kind, id }: AuthenticatorOwner): string {
  return `authenticator:${kind}:${id}`;
}
