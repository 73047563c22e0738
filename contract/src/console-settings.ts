import * as z from "zod/mini";
import { admins, everyOperator } from "./operator-access.ts";
import { settingGroups, type SettingGroup, type SettingValue } from "./console-business-settings.ts";
import { route } from "./route.ts";
import { pageOf, pageQuery } from "./table.ts";
import { timestamp } from "./wire.ts";

/** The calls by which operators look at the settings, and admins change them. */

const value = z.union([z.boolean(), z.number(), z.string(), z.array(z.string()), z.array(z.number())]);

const change = z.object({ by: z.string(), at: timestamp });

export const consoleSettings = route({
  method: "GET",
  path: "/console/settings",
  access: everyOperator,
  summary: "Every setting by `group.name`: what is in force, and who changed it last.",
  response: z.object({
    data: z.record(z.string(), z.object({ value, changed: z.nullable(change) })),
  }),
});

export const consoleSettingHistory = route({
  method: "GET",
  path: "/console/settings/history",
  access: everyOperator,
  summary: "Who changed a setting, when, from what to what; newest first.",
  query: z.extend(pageQuery(["at"]), { setting: z.string("Which setting?") }),
  response: pageOf("data", z.extend(change, { id: z.number(), from: z.string(), to: z.string() })),
});

const groupNames = Object.keys(settingGroups) as [SettingGroup, ...SettingGroup[]];

export const changeSettings = route({
  method: "POST",
  path: "/console/settings/:group",
  access: admins,
  summary: "Changes settings of a group, all or none; never over what the page has not seen.",
  params: z.object({ group: z.enum(groupNames, "There is no such group") }),
  body: z.strictObject({
    changes: z
      .array(z.strictObject({ name: z.string("Which setting?"), from: value, to: value }))
      .check(z.minLength(1, "Nothing has been changed"), z.maxLength(50, "Too many")),
  }),
  response: z.object({}),
});

/** As people read it, in histories and in lists. */
export function settingText(setting: SettingValue, unit?: string): string {
  if (typeof setting === "boolean") return setting ? "Yes" : "No";
  if (typeof setting === "number")
    return setting.toLocaleString("en-IN") + (unit === undefined ? "" : ` ${unit}`);
  if (typeof setting === "string") return setting === "" ? "not set" : setting;
  return setting.length === 0 ? "none" : setting.join(", ");
}
