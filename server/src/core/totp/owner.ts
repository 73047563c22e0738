/** The owner of an authenticator. Members and operators share the same tables and rules. */
export interface AuthenticatorOwner {
  kind: "member" | "operator";
  id: number;
}
