import { keysOf } from "../sure.ts";
import * as z from "zod/mini";
import { periodFields } from "../period.ts";

/** By what operators narrow the members: on the page of members, and for whom a bulk mail is. */

export const memberStatusLabels = {
  active: "Active",
  blocked: "Blocked",
  frozen: "Frozen",
  closed: "Closed",
} as const;
export type MemberStatus = keyof typeof memberStatusLabels;
export const memberStatuses = keysOf(memberStatusLabels);

/** Whether a member has a stake that earns. */
export const stakeFilters = { running: "With a running stake", none: "Without a running stake" } as const;
export const stakeFilterNames = keysOf(stakeFilters);

export const memberFilterFields = {
  /** Every word must be found; one of fewer than three letters at the beginning of a word. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(80, "Please search for at most 80 characters"))),
  status: z.optional(z.enum(memberStatuses, "active, blocked, frozen or closed")),
  stake: z.optional(z.enum(stakeFilterNames, "running or none")),
  /** When they joined. */
  ...periodFields,
};

const memberFilter = z.strictObject(memberFilterFields);
export type MemberFilter = z.output<typeof memberFilter>;
