import { settingsOf, type SettingGroup, type SettingValue } from "@fc/contract/settings/business-settings";
import { settingText, type ProposedSetting } from "@fc/contract/settings/console";
import { AppError } from "@fc/contract/errors";
import { sql } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { decidedAlready } from "../../core/operators/decided.ts";
import { lastDone, logAction } from "../../core/operators/log.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { mailProposed } from "./mails.ts";
import { lockSettings, storeSetting } from "./stored.ts";

/**
 * An admin who could raise the amount from which two operators are needed, act alone and lower it again, would make
 * the rule useless. So raising it is a proposal, and counts once another admin confirms it. Each setting has at most
 * one open proposal. All of them are one row beside the groups of settings, written only under the settings' lock.
 */
const row = "proposals";

type Proposals = Record<string, { to: number; by: number; at: string }>;

async function waiting(db: Db): Promise<Proposals> {
  const stored = await db
    .selectFrom("business_settings")
    .select("value")
    .where("name", "=", row)
    .executeTakeFirst();
  return (stored?.value ?? {}) as Proposals;
}

/** By `group.name`, for the page. */
export async function openProposals(db: Db): Promise<Map<string, ProposedSetting>> {
  const proposals = Object.entries(await waiting(db));
  if (proposals.length === 0) return new Map();
  const names = await db
    .selectFrom("operators")
    .select(["id", "name"])
    .where(
      "id",
      "in",
      proposals.map(([, { by }]) => by),
    )
    .execute();
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return new Map(
    proposals.map(([setting, { to, by, at }]) => [
      setting,
      { to, by: { id: by, name: nameOf.get(by) ?? "" }, at },
    ]),
  );
}

interface NewProposal {
  group: SettingGroup;
  name: string;
  from: SettingValue;
  to: number;
  publicUrl: string;
  operating: Operating;
}

/** Must be called under the settings' lock. Every other admin gets a mail, so that nobody finds it by chance. */
export async function proposeSetting(tx: Tx, input: NewProposal): Promise<void> {
  const { group, name, from, to, publicUrl, operating } = input;
  const { operatorId, now } = operating;
  const setting = `${group}.${name}`;
  const before = (await openProposals(tx)).get(setting);
  if (before) {
    const why = `${before.by.name} has proposed ${textOf(group, name, before.to)}: that is decided first`;
    throw new AppError("BAD_REQUEST", { fields: { [name]: why } });
  }
  const proposal = { [setting]: { to, by: operatorId, at: now.toISOString() } };
  await tx
    .insertInto("business_settings")
    .values({ name: row, value: JSON.stringify(proposal) })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({ value: sql`business_settings.value || excluded.value` }),
    )
    .execute();
  const words = { from: textOf(group, name, from), to: textOf(group, name, to) };
  await logAction(tx, { ...operating, action: "setting/propose", details: { setting, ...words } });
  await mailProposed(tx, { group, name, ...words, publicUrl, operating });
}

interface ProposalDecision {
  group: SettingGroup;
  name: string;
  /** What the page showed. */
  to: number;
  operating: Operating;
}

/** Of several admins who decide at once, one does. A page that shows another value decides nothing. */
export async function confirmSetting(
  tx: Tx,
  { group, name, to, operating }: ProposalDecision,
): Promise<void> {
  await lockSettings(tx);
  const proposal = await shownProposal(tx, { group, name, to });
  if (proposal.by.id === operating.operatorId) throw new AppError("OTHER_OPERATOR_NEEDED");
  const before: Record<string, SettingValue> = await businessSetting(tx, group);
  await remove(tx, `${group}.${name}`);
  const change = { group, name, from: before[name]!, to, proposedBy: proposal.by.name, operating };
  await storeSetting(tx, change);
}

/** Refused by another admin, or taken back by the admin who proposed it. */
export async function refuseSetting(tx: Tx, { group, name, to, operating }: ProposalDecision): Promise<void> {
  await lockSettings(tx);
  await shownProposal(tx, { group, name, to });
  await dropProposal(tx, { group, name, operating });
}

/** Also called when the setting changes: a proposal against an old value must be made again. */
export async function dropProposal(
  tx: Tx,
  { group, name, operating }: Pick<ProposalDecision, "group" | "name" | "operating">,
): Promise<void> {
  const setting = `${group}.${name}`;
  const open = (await openProposals(tx)).get(setting);
  if (!open) return;
  await remove(tx, setting);
  const details = { setting, to: textOf(group, name, open.to), proposedBy: open.by.name };
  await logAction(tx, { ...operating, action: "setting/refuse", details });
}

async function shownProposal(
  tx: Tx,
  { group, name, to }: Pick<ProposalDecision, "group" | "name" | "to">,
): Promise<ProposedSetting> {
  const setting = `${group}.${name}`;
  const open = (await openProposals(tx)).get(setting);
  if (open?.to === to) return open;
  const last = await lastDone(
    tx,
    sql`line.action in ('setting/change', 'setting/refuse', 'setting/propose')
      and line.details ->> 'setting' = ${setting}`,
  );
  throw last ? decidedAlready(last) : new AppError("NOT_FOUND");
}

async function remove(tx: Tx, setting: string): Promise<void> {
  await tx
    .updateTable("business_settings")
    .set({ value: sql`value - ${setting}::text` })
    .where("name", "=", row)
    .execute();
}

function textOf(group: SettingGroup, name: string, value: SettingValue): string {
  return settingText(value, settingsOf(group)[name]?.unit);
}
