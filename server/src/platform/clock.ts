/** Time is passed in, so that tests and the closing of a past day can choose it. */
export type Clock = () => Date;

/**
 * The time of the database, which is one for all nodes. What cannot be undone and what orders the work of several
 * nodes goes by it: a single node whose clock is ahead would else close days that have not come.
 */
export type DatabaseClock = () => Promise<Date>;

export const systemClock: Clock = () => new Date();

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

/** By how much a node's clock may differ from the database's. */
const clocksAgreeWithinMs = minute;

export function clocksAgree(node: Date, database: Date): boolean {
  return Math.abs(node.getTime() - database.getTime()) <= clocksAgreeWithinMs;
}
