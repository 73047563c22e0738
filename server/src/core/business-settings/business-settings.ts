import { fieldOf, recordOf } from "@fc/contract/sure";
import {
  settingGroups,
  type SettingGroup,
  type SettingValues,
} from "@fc/contract/settings/business-settings";
import type { SettingValue } from "@fc/contract/settings/console-kinds";
import * as z from "zod/mini";
import type { ReadDb } from "../../platform/db.ts";

/** The values of a group in force: what an admin set, else the initial value. */
export async function businessSetting<Name extends SettingGroup>(
  db: ReadDb,
  name: Name,
): Promise<SettingValues<Name>> {
  return (await businessSettings(db, [name]))[name];
}

/** Several groups, in one query. */
export async function businessSettings<Name extends SettingGroup>(
  db: ReadDb,
  names: readonly Name[],
): Promise<{ [Each in Name]: SettingValues<Each> }> {
  const rows = await db
    .selectFrom("business_settings")
    .select(["name", "value"])
    .where("name", "in", names)
    .execute();
  const given = new Map(rows.map(({ name, value }) => [name, value]));
  const values = recordOf<SettingGroup, unknown>(names, (name) => valuesOf(name, given.get(name)));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- each value was parsed by the rule of its setting
  return values as { [Each in Name]: SettingValues<Each> };
}

/** Only values that an admin has set are stored, so the others follow the product's initial values. */
function valuesOf(name: SettingGroup, stored: unknown): Record<string, SettingValue> {
  return Object.fromEntries(
    Object.entries(settingGroups[name].settings).map(([key, { rule, initial }]) => {
      const set = fieldOf(stored, key);
      return [key, set === undefined ? initial : z.parse(rule, set)];
    }),
  );
}
