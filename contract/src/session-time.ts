/** A member's session ends after so long without use. What a browser keeps for it ends no later. */
export const sessionIdleMs = 3 * 86_400_000;
