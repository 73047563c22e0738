/** What people who run the business may do. A viewer reads; the others act, each in their field; an admin in all. */
export const operatorRoles = ["viewer", "support", "finance", "admin"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Which operators may call a route. */
export interface OperatorAccess {
  readonly operators: readonly OperatorRole[];
}

export const everyOperator = { operators: operatorRoles } as const satisfies OperatorAccess;
export const supportStaff = { operators: ["support", "admin"] } as const satisfies OperatorAccess;
export const financeStaff = { operators: ["finance", "admin"] } as const satisfies OperatorAccess;
/** Whoever deals with members in person; a viewer never reads identity papers. */
export const kycStaff = { operators: ["support", "finance", "admin"] } as const satisfies OperatorAccess;
export const admins = { operators: ["admin"] } as const satisfies OperatorAccess;
