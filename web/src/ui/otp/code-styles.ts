/** Wide apart, so that six digits are compared at a glance. */
export const codeStyles = { input: { fontSize: "1.375rem", fontWeight: 600, letterSpacing: "0.35em" } };
