import { copied } from "@fc/contract/settings/console-kinds";
import { keysOf } from "@fc/contract/sure";
import { settingGroups } from "@fc/contract/settings/business-settings";
import type { SettingValue } from "@fc/contract/settings/console-kinds";
import type { consoleSettingHistory } from "@fc/contract/settings/console";
import type { QueryOf } from "@fc/contract/route";
import { sql } from "kysely";
import { businessSettings } from "../../core/business-settings/business-settings.ts";
import { lastDone } from "../../core/operators/log.ts";
import type { Db } from "../../platform/db.ts";
import { readPage } from "../../platform/paging.ts";

const settingNamed = sql<string>`line.details ->> 'setting'`;

function changes(db: Db) {
  return db
    .selectFrom("operator_log as line")
    .innerJoin("operators as operator", "operator.id", "line.operator_id")
    .where("line.action", "=", "setting/change");
}

export async function allSettings(db: Db) {
  const groups = keysOf(settingGroups);
  const [values, last] = await Promise.all([
    businessSettings(db, groups),
    changes(db)
      .select([settingNamed.as("setting"), "operator.name as by", "line.at"])
      .distinctOn(settingNamed)
      .orderBy(settingNamed)
      .orderBy("line.id", "desc")
      .execute(),
  ]);
  const changed = new Map(last.map(({ setting, by, at }) => [setting, { by, at: at.toISOString() }]));
  return Object.fromEntries(
    groups.flatMap((group) =>
      Object.entries<SettingValue>(values[group]).map(([name, value]) => {
        const setting = `${group}.${name}`;
        return [setting, { value: copied(value), changed: changed.get(setting) ?? null }];
      }),
    ),
  );
}

export async function lastChangeOf(db: Db, setting: string): Promise<{ by: string | null; at: Date | null }> {
  const fits = sql<boolean>`line.action = 'setting/change' and ${settingNamed} = ${setting}`;
  return (await lastDone(db, fits)) ?? { by: null, at: null };
}

export function settingHistory(db: Db, query: QueryOf<typeof consoleSettingHistory>) {
  const found = changes(db).where(settingNamed, "=", query.setting);
  return readPage(query, {
    rows: found
      .select(["line.id", "line.at", "line.details", "operator.name as by"])
      .orderBy("line.id", "desc"),
    matching: found,
    show: ({ id, at, by, details }) => ({
      id: Number(id),
      by,
      at: at.toISOString(),
      from: String(details["from"]),
      to: String(details["to"]),
      proposedBy: typeof details["proposedBy"] === "string" ? details["proposedBy"] : null,
    }),
  });
}
