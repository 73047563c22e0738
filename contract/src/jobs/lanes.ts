/**
 * Each lane of the queue has its own workers: what waits in one never delays another.
 * codes: one-time codes and temporary passwords, for which somebody waits in front of a screen.
 * mails: all other mails.
 * work: everything else, such as closings, verifications and sealing.
 */
export const lanes = ["codes", "mails", "work"] as const;
export type Lane = (typeof lanes)[number];
