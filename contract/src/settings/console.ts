import { keysOf } from "../sure.ts";
import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { settingGroups, type SettingGroup } from "./business-settings.ts";
import type { SettingValue } from "./console-kinds.ts";
import { proposalReason } from "../proposals/console.ts";
import { route } from "../route.ts";
import { pageOf, pageQuery } from "../table.ts";
import { timestamp } from "../wire.ts";

/** The calls by which operators read the settings, and admins change them. */

/** Of any setting. */
export const settingValue = z.union([
  z.boolean(),
  z.number(),
  z.string(),
  z.array(z.string()),
  z.array(z.number()),
]);

const change = z.object({ by: z.string(), at: timestamp });

export const consoleSettings = route({
  method: "GET",
  path: "/console/settings",
  access: operatorRights.read,
  summary: "Every setting by `group.name`: what is in force, and who changed it last.",
  response: z.object({
    data: z.record(z.string(), z.object({ value: settingValue, changed: z.nullable(change) })),
  }),
});

export const consoleSettingHistory = route({
  method: "GET",
  path: "/console/settings/history",
  access: operatorRights.read,
  summary: "Who changed a setting, when, from what to what; newest first.",
  query: z.extend(pageQuery(["at"]), { setting: z.string("Which setting?") }),
  response: pageOf(
    "data",
    z.extend(change, {
      id: z.number(),
      from: z.string(),
      to: z.string(),
      /** Where it took two. */
      proposedBy: z.nullable(z.string()),
    }),
  ),
});

/** Of no use without a chain, and not shown without one. */
export const chainSettingGroups: readonly SettingGroup[] = ["deposit", "payout"];
export const groupNames = keysOf(settingGroups);
const groupParams = z.object({ group: z.enum(groupNames, "There is no such group") });

export const changeSettings = route({
  method: "POST",
  path: "/console/settings/:group",
  access: operatorRights.changeSettings,
  summary:
    "Changes settings of a group, all or none; never over what the page has not seen. What takes two people is proposed.",
  params: groupParams,
  body: z.strictObject({
    changes: z
      .array(z.strictObject({ name: z.string("Which setting?"), from: settingValue, to: settingValue }))
      .check(z.minLength(1, "Nothing has been changed"), z.maxLength(50, "Too many")),
    /** Needed for what takes two people. */
    reason: z.optional(proposalReason),
  }),
  /** Which of them wait for a second person. */
  response: z.object({ data: z.object({ proposed: z.array(z.string()) }) }),
});

/** As people read it, in histories and in lists. */
export function settingText(setting: SettingValue, unit?: string): string {
  if (typeof setting === "boolean") return setting ? "Yes" : "No";
  if (typeof setting === "number") {
    // 24 hours, and 1 hour.
    const counted = setting === 1 ? unit?.replace(/s$/, "") : unit;
    return setting.toLocaleString("en-IN") + (counted === undefined ? "" : ` ${counted}`);
  }
  if (typeof setting === "string") return setting === "" ? "not set" : setting;
  return setting.length === 0 ? "none" : setting.join(", ");
}
