import { settingGroups, type SettingGroup, type SettingValue } from "@fc/contract/console-business-settings";
import { settingText, type changeSettings as changeRoute } from "@fc/contract/console-settings";
import { AppError } from "@fc/contract/errors";
import type { BodyOf } from "@fc/contract/route";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import * as z from "zod/mini";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { checkedAddress } from "../../core/wallet/coin-address.ts";
import { decidedAlready } from "../../core/operators/decided.ts";
import { logAction, type Operating } from "../../core/operators/log.ts";
import type { Tx } from "../../platform/db.ts";
import { lastChangeOf } from "./queries.ts";

/** Any number, the same on every node: whoever changes settings sees what was changed before. */
const settingsLock = 7_215_016;

type Change = BodyOf<typeof changeRoute>["changes"][number];

interface Changing {
  group: SettingGroup;
  changes: readonly Change[];
  operating: Operating;
}

/** All of them or none, and only what differs from what the page showed is refused. */
export async function changeSettings(tx: Tx, { group, changes, operating }: Changing): Promise<void> {
  await sql`select pg_advisory_xact_lock(${settingsLock})`.execute(tx);
  const before: Record<string, SettingValue> = await businessSetting(tx, group);
  const wanted = withCheckedAddress(group, before, wantedOf(group, changes));
  for (const { name, from } of changes) {
    if (!isDeepStrictEqual(before[name], from))
      throw decidedAlready(await lastChangeOf(tx, `${group}.${name}`));
  }
  const changed = Object.entries(wanted).filter(([name, to]) => !isDeepStrictEqual(before[name], to));
  if (changed.length === 0) throw new AppError("NOTHING_CHANGED");
  const problem = (
    settingGroups[group].problem as (values: unknown) => readonly [string, string] | undefined
  )({
    ...before,
    ...wanted,
  });
  if (problem) throw refused({ [problem[0]]: problem[1] });
  await checkReceiver(tx, group, wanted);

  const value = JSON.stringify(Object.fromEntries(changed));
  await tx
    .insertInto("business_settings")
    .values({ name: group, value })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({ value: sql`business_settings.value || excluded.value` }),
    )
    .execute();
  for (const [name, to] of changed) {
    const { unit } = settingsOf(group)[name]!;
    const details = {
      setting: `${group}.${name}`,
      from: settingText(before[name]!, unit),
      to: settingText(to, unit),
    };
    await logAction(tx, { ...operating, action: "setting/change", details });
  }
}

function settingsOf(
  group: SettingGroup,
): Record<string, { rule: z.ZodMiniType<SettingValue>; unit?: string }> {
  return settingGroups[group].settings;
}

/** Each by its own rule. */
function wantedOf(group: SettingGroup, changes: readonly Change[]): Record<string, SettingValue> {
  const settings = settingsOf(group);
  const problems: Record<string, string> = {};
  const wanted: Record<string, SettingValue> = {};
  for (const { name, to } of changes) {
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
    if (!setting) throw new AppError("NOT_FOUND");
    const parsed = z.safeParse(setting.rule, to);
    if (parsed.success) wanted[name] = parsed.data;
    else problems[name] = parsed.error.issues[0]?.message ?? "This does not fit";
  }
  if (Object.keys(problems).length > 0) throw refused(problems);
  return wanted;
}

/** Members pay to it: a slip of the hand would lose their coins. */
function withCheckedAddress(
  group: SettingGroup,
  before: Record<string, SettingValue>,
  wanted: Record<string, SettingValue>,
): Record<string, SettingValue> {
  if (group !== "payment") return wanted;
  const { coinNetwork, coinAddress } = { ...before, ...wanted };
  const isBep20 = String(coinNetwork).toUpperCase() === "BEP20";
  if (!isBep20 || typeof coinAddress !== "string" || coinAddress === "") return wanted;
  const checked = checkedAddress(coinAddress, "coinAddress");
  return "coinAddress" in wanted ? { ...wanted, coinAddress: checked } : wanted;
}

/** An account that nobody has would close the transfers without anybody knowing why. */
async function checkReceiver(
  tx: Tx,
  group: SettingGroup,
  wanted: Record<string, SettingValue>,
): Promise<void> {
  if (group !== "transfer") return;
  for (const name of ["defaultReceiverRefId", "hiddenReceiverRefIds"]) {
    const refIds = [wanted[name] ?? []].flat().filter((refId) => typeof refId === "string" && refId !== "");
    if (refIds.length === 0) continue;
    const found = await tx
      .selectFrom("members")
      .select("ref_id")
      .where("ref_id", "in", refIds as string[])
      .execute();
    const missing = refIds.filter((refId) => !found.some(({ ref_id }) => ref_id === refId));
    if (missing.length > 0)
      throw refused({ [name]: `There is no member with the user ID ${missing.join(", ")}` });
  }
}

function refused(fields: Record<string, string>): AppError {
  return new AppError("BAD_REQUEST", { fields });
}
