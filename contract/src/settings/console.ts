import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { settingGroups, type SettingGroup, type SettingValue } from "./business-settings.ts";
import { route } from "../route.ts";
import { pageOf, pageQuery } from "../table.ts";
import { timestamp } from "../wire.ts";

/** The calls by which operators read the settings, and admins change them. */

const value = z.union([z.boolean(), z.number(), z.string(), z.array(z.string()), z.array(z.number())]);

const change = z.object({ by: z.string(), at: timestamp });

/** A higher figure that counts once another admin confirms it. */
const proposed = z.object({
  to: z.number(),
  by: z.object({ id: z.number(), name: z.string() }),
  at: timestamp,
});
export type ProposedSetting = z.output<typeof proposed>;

export const consoleSettings = route({
  method: "GET",
  path: "/console/settings",
  access: operatorRights.read,
  summary:
    "Every setting by `group.name`: what is in force, who changed it last, and what waits for another admin.",
  response: z.object({
    data: z.record(
      z.string(),
      z.object({ value, changed: z.nullable(change), proposed: z.nullable(proposed) }),
    ),
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

const groupNames = Object.keys(settingGroups) as [SettingGroup, ...SettingGroup[]];
const groupParams = z.object({ group: z.enum(groupNames, "There is no such group") });

export const changeSettings = route({
  method: "POST",
  path: "/console/settings/:group",
  access: operatorRights.changeSettings,
  summary:
    "Changes settings of a group, all or none; never over what the page has not seen. What takes two admins is proposed.",
  params: groupParams,
  body: z.strictObject({
    changes: z
      .array(z.strictObject({ name: z.string("Which setting?"), from: value, to: value }))
      .check(z.minLength(1, "Nothing has been changed"), z.maxLength(50, "Too many")),
  }),
  /** Which of them wait for another admin. */
  response: z.object({ data: z.object({ proposed: z.array(z.string()) }) }),
});

/** What waits, as the page showed it. */
const shownProposal = z.strictObject({ name: z.string("Which setting?"), to: z.number("To what?") });

export const confirmSetting = route({
  method: "POST",
  path: "/console/settings/:group/confirm",
  access: operatorRights.changeSettings,
  summary: "Another admin than the one who proposed it confirms a change, which then counts.",
  params: groupParams,
  body: shownProposal,
  response: z.object({}),
});

export const refuseSetting = route({
  method: "POST",
  path: "/console/settings/:group/refuse",
  access: operatorRights.changeSettings,
  summary: "Refuses a proposed change; who proposed it takes it back so.",
  params: groupParams,
  body: shownProposal,
  response: z.object({}),
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
