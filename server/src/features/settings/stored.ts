import { settingsOf, type SettingGroup } from "@fc/contract/settings/business-settings";
import type { SettingValue } from "@fc/contract/settings/console-kinds";
import { settingText } from "@fc/contract/settings/console";
import { sql } from "kysely";
import { logAction } from "../../core/operators/log.ts";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

export async function lockSettings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.businessSettings})`.execute(tx);
}

interface NewSettingValue {
  group: SettingGroup;
  name: string;
  from: SettingValue;
  to: SettingValue;
  /** The admin who proposed it, where two admins were needed. */
  proposedBy?: string;
  operating: Operating;
}

/** Stores a setting, in force from now on. Its lines in the log are its history. */
export async function storeSetting(tx: Tx, input: NewSettingValue): Promise<void> {
  const { group, name, from, to, proposedBy, operating } = input;
  await tx
    .insertInto("business_settings")
    .values({ name: group, value: JSON.stringify({ [name]: to }) })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({ value: sql`business_settings.value || excluded.value` }),
    )
    .execute();
  const unit = settingsOf(group)[name]?.unit;
  const details = {
    setting: `${group}.${name}`,
    from: settingText(from, unit),
    to: settingText(to, unit),
    ...(proposedBy === undefined ? {} : { proposedBy }),
  };
  await logAction(tx, { ...operating, action: "setting/change", details });
}
