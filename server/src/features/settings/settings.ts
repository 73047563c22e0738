import { isBep20 } from "@fc/contract/coin-address/address";
import {
  settingGroups,
  settingsOf,
  type SettingGroup,
  type SettingValue,
} from "@fc/contract/settings/business-settings";
import type { changeSettings as changeRoute } from "@fc/contract/settings/console";
import { AppError } from "@fc/contract/errors";
import type { BodyOf } from "@fc/contract/route";
import { sql } from "kysely";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { checkedAddress } from "../../core/wallet/coin-address.ts";
import { decidedAlready } from "../../core/operators/decided.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { dropProposal, proposeSetting } from "./proposals.ts";
import { lastChangeOf } from "./queries.ts";
import { lockSettings, storeSetting } from "./stored.ts";

type SettingChange = BodyOf<typeof changeRoute>["changes"][number];

interface GroupChange {
  group: SettingGroup;
  changes: readonly SettingChange[];
  /** Where operators reach the console. */
  publicUrl: string;
  operating: Operating;
}

/**
 * Changes all of them or none. A value that is not what the page showed any more is refused. Returns the settings that
 * wait for another admin.
 */
export async function changeSettings(
  tx: Tx,
  { group, changes, publicUrl, operating }: GroupChange,
): Promise<string[]> {
  await lockSettings(tx);
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
  await checkNoMembersAddress(tx, group, wanted);

  const proposed: string[] = [];
  for (const [name, to] of changed) {
    if (takesTwo(group, name, { from: before[name]!, to })) {
      await proposeSetting(tx, { group, name, from: before[name]!, to: Number(to), publicUrl, operating });
      proposed.push(name);
    } else {
      await dropProposal(tx, { group, name, operating });
      await storeSetting(tx, { group, name, from: before[name]!, to, operating });
    }
  }
  return proposed;
}

function takesTwo(
  group: SettingGroup,
  name: string,
  { from, to }: { from: SettingValue; to: SettingValue },
): boolean {
  return settingsOf(group)[name]?.raisedByTwo === true && Number(to) > Number(from);
}

/** Checks each value by its own rule. */
function wantedOf(group: SettingGroup, changes: readonly SettingChange[]): Record<string, SettingValue> {
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

/** Members pay to this address: a typing error would lose their coins. */
function withCheckedAddress(
  group: SettingGroup,
  before: Record<string, SettingValue>,
  wanted: Record<string, SettingValue>,
): Record<string, SettingValue> {
  if (group !== "payment") return wanted;
  const { coinNetwork, coinAddress } = { ...before, ...wanted };
  if (!isBep20(String(coinNetwork)) || typeof coinAddress !== "string" || coinAddress === "") return wanted;
  const checked = checkedAddress(coinAddress, "coinAddress");
  return "coinAddress" in wanted ? { ...wanted, coinAddress: checked } : wanted;
}

/** A user id that nobody has would refuse transfers, and nobody would know why. */
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

/** Where members pay to must not be where a member receives coins: the payments would be the member's. */
async function checkNoMembersAddress(
  tx: Tx,
  group: SettingGroup,
  { coinAddress }: Record<string, SettingValue>,
): Promise<void> {
  if (group !== "payment" || typeof coinAddress !== "string" || coinAddress === "") return;
  const owner = await tx
    .selectFrom("members")
    .select("ref_id")
    .where((eb) =>
      eb.or(
        (["coin_addresses", "fmdc_addresses"] as const).map((table) =>
          eb(
            "id",
            "in",
            eb
              .selectFrom(table)
              .select("member_id")
              .where(sql`lower(address)`, "=", coinAddress.toLowerCase()),
          ),
        ),
      ),
    )
    .executeTakeFirst();
  if (owner)
    throw refused({ coinAddress: `The member ${owner.ref_id} has entered this address as their own` });
}

function refused(fields: Record<string, string>): AppError {
  return new AppError("BAD_REQUEST", { fields });
}
