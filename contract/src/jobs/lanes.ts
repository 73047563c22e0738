/**
 * Each lane of the queue has its own workers: what waits in one never delays another.
 * codes: one-time codes and temporary passwords, for which somebody waits in front of a screen.
 * mails: all other mails to one member or operator.
 * bulk: mails to many members, which leave at a rate of their own.
 * alerts: the checks for alerts and their news to the webhook, which must not wait for work that hangs.
 * push: messages to browsers, whose makers' services may be slow.
 * work: everything else, such as closings, verifications and sealing.
 */
export const lanes = ["codes", "mails", "bulk", "alerts", "push", "work"] as const;
export type Lane = (typeof lanes)[number];
