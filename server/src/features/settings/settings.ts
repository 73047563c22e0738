import { sure } from "@fc/contract/sure";
import { isBep20 } from "@fc/contract/coin-address/address";
import { settingGroups, settingsOf, type SettingGroup } from "@fc/contract/settings/business-settings";
import { takesTwoPeople, type SettingValue, copied } from "@fc/contract/settings/console-kinds";
import {
  groupNames,
  settingText,
  settingValue,
  type changeSettings as changeRoute,
} from "@fc/contract/settings/console";
import { AppError } from "@fc/contract/errors";
import type { BodyOf } from "@fc/contract/route";
import { sql } from "kysely";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { proposalAct } from "../../core/proposals/act.ts";
import { closeIfOver, lockProposals, propose } from "../../core/proposals/proposals.ts";
import { checkedAddress } from "../../core/wallet/coin-address.ts";
import { decidedAlready } from "../../core/operators/decided.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { lastChangeOf } from "./queries.ts";
import { lockSettings, storeSetting } from "./stored.ts";

type ChangeRequest = BodyOf<typeof changeRoute>;
type SettingChange = ChangeRequest["changes"][number];
type Values = Record<string, SettingValue>;

interface GroupChange extends ChangeRequest {
  group: SettingGroup;
  /** Where operators reach the console. */
  publicUrl: string;
  operating: Operating;
}

/** New values of one group that together take two people. */
export const settingsAct = proposalAct({
  kind: "settings",
  change: z.object({ group: z.enum(groupNames), values: z.record(z.string(), settingValue) }),
  async review(db, { group, values }) {
    const now: Values = await businessSetting(db, group);
    await checkTogether(db, group, { now, wanted: values });
    const names = Object.keys(values);
    return {
      subject: group,
      title: `Settings: ${settingGroups[group].title}`,
      lines: names.map((name) => {
        const { label = name, unit } = settingsOf(group)[name] ?? {};
        return { label, from: settingText(sure(now[name]), unit), to: settingText(sure(values[name]), unit) };
      }),
      before: Object.fromEntries(names.map((name) => [name, now[name]])),
    };
  },
  async apply(tx, { group, values }, { operating, proposedBy }) {
    await lockSettings(tx);
    const now: Values = await businessSetting(tx, group);
    const byTwo = proposedBy.id === operating.operatorId ? {} : { proposedBy: proposedBy.name };
    for (const [name, to] of Object.entries(values)) {
      await storeSetting(tx, { group, name, from: sure(now[name]), to, ...byTwo, operating });
    }
  },
});

/**
 * Changes all of them or none. A value that is not what the page showed any more is refused. Returns the settings that
 * wait for a second person.
 */
export async function changeSettings(
  tx: Tx,
  { group, changes, reason, publicUrl, operating }: GroupChange,
): Promise<string[]> {
  await lockProposals(tx);
  await lockSettings(tx);
  const now: Values = await businessSetting(tx, group);
  const wanted = withCheckedAddress(group, now, wantedOf(group, changes));
  for (const { name, from } of changes) {
    if (!isDeepStrictEqual(now[name], from)) throw decidedAlready(await lastChangeOf(tx, `${group}.${name}`));
  }
  const changed = Object.entries(wanted).filter(([name, to]) => !isDeepStrictEqual(now[name], to));
  if (changed.length === 0) throw new AppError("NOTHING_CHANGED");
  await checkTogether(tx, group, { now, wanted });

  const isForTwo = ([name, to]: [string, SettingValue]) =>
    takesTwoPeople(sure(settingsOf(group)[name]), { from: sure(now[name]), to });
  const byOne = changed.filter((each) => !isForTwo(each));
  // These count at once, so they must also fit together without what waits.
  await checkTogether(tx, group, { now, wanted: Object.fromEntries(byOne) });
  for (const [name, to] of byOne)
    await storeSetting(tx, { group, name, from: sure(now[name]), to, operating });
  if (byOne.length > 0) await closeIfOver(tx, settingsAct, { subject: group, operating });

  const values = Object.fromEntries(changed.filter(isForTwo).map(([name, to]) => [name, copied(to)]));
  const names = Object.keys(values);
  if (names.length === 0) return [];
  const change = { group, values };
  const { isWaiting } = await propose(tx, settingsAct, { change, reason, operating, publicUrl });
  return isWaiting ? names : [];
}

/** What the values of a group must hold together, and with the members whom they name. */
async function checkTogether(
  db: Db,
  group: SettingGroup,
  { now, wanted }: { now: Values; wanted: Values },
): Promise<void> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- each value was parsed by the rule of its setting
  const problemOf = settingGroups[group].problem as (
    values: unknown,
  ) => readonly [string, string] | undefined;
  const problem = problemOf({ ...now, ...wanted });
  if (problem) throw refused({ [problem[0]]: problem[1] });
  await checkReceiver(db, group, wanted);
  await checkNoMembersAddress(db, group, wanted);
}

/** Checks each value by its own rule. */
function wantedOf(group: SettingGroup, changes: readonly SettingChange[]): Values {
  const settings = settingsOf(group);
  const problems: Record<string, string> = {};
  const wanted: Values = {};
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
function withCheckedAddress(group: SettingGroup, before: Values, wanted: Values): Values {
  if (group !== "payment") return wanted;
  const { coinNetwork, coinAddress } = { ...before, ...wanted };
  if (!isBep20(String(coinNetwork)) || typeof coinAddress !== "string" || coinAddress === "") return wanted;
  const checked = checkedAddress(coinAddress, "coinAddress");
  return "coinAddress" in wanted ? { ...wanted, coinAddress: checked } : wanted;
}

/** A user id that nobody has would refuse transfers, and nobody would know why. */
async function checkReceiver(db: Db, group: SettingGroup, wanted: Values): Promise<void> {
  if (group !== "transfer") return;
  for (const name of ["defaultReceiverRefId", "hiddenReceiverRefIds"]) {
    const refIds = [wanted[name] ?? []]
      .flat()
      .filter((refId): refId is string => typeof refId === "string" && refId !== "");
    if (refIds.length === 0) continue;
    const found = await db
      .selectFrom("members")
      .select("ref_id")
      .where("ref_id", "in", refIds)
      // A hidden one may be closed by now; where transfers go to, somebody has to be.
      .$if(name === "defaultReceiverRefId", (members) => members.where("status", "<>", "closed"))
      .execute();
    const missing = refIds.filter((refId) => !found.some(({ ref_id }) => ref_id === refId));
    if (missing.length > 0)
      throw refused({ [name]: `There is no member with the user ID ${missing.join(", ")}` });
  }
}

/** Where members pay to must not be where a member receives coins: the payments would be the member's. */
async function checkNoMembersAddress(db: Db, group: SettingGroup, { coinAddress }: Values): Promise<void> {
  if (group !== "payment" || typeof coinAddress !== "string" || coinAddress === "") return;
  const owner = await db
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
