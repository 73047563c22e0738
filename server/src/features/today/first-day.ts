import { sure } from "@fc/contract/sure";
import { documentKindNames } from "@fc/contract/documents/kinds";
import { indiaDayOf } from "@fc/contract/period";
import { firstDayStepNames, type FirstDayStepName } from "@fc/contract/today/console-first-day";
import { sql, type RawBuilder } from "kysely";
import { lastBackupAt } from "../../core/backup/backups.ts";
import { businessSettings } from "../../core/business-settings/business-settings.ts";
import { houseBalances } from "../../core/ledger/house.ts";
import { isPlanDecided } from "../../core/plan/versions.ts";
import type { Db } from "../../platform/db.ts";

/** Which steps of the first day are done; null once all of them are. */
export async function firstDayOf(db: Db, now: Date): Promise<Record<FirstDayStepName, boolean> | null> {
  const { payment, transfer } = await businessSettings(db, ["payment", "transfer"]);
  const { rewards_pool: poolFc } = await houseBalances(db);
  const { rows } = await sql<Record<"mail" | "secondAdmin" | "price" | "firstMember" | "documents", boolean>>`
    select ${any(sql`mails where sent_at is not null`)} as "mail",
      ${any(sql`prices where effective_from <= ${now} and withdrawn_at is null`)} as "price",
      ${any(sql`members`)} as "firstMember",
      (select count(distinct kind) = ${documentKindNames.length} from document_versions) as "documents",
      (select count(*) >= 2 from operators where role = 'admin' and status = 'active'
        and signed_in_at is not null) as "secondAdmin"`.execute(db);
  const done = {
    ...sure(rows[0]),
    pool: poolFc > 0n,
    plan: await isPlanDecided(db, indiaDayOf(now)),
    payment: [payment.accountNumber, payment.upiId, payment.coinAddress].some((value) => value !== ""),
    transferReceiver: transfer.betweenMembers || transfer.defaultReceiverRefId !== "",
    backup: (await lastBackupAt(db)) !== undefined,
  } satisfies Record<FirstDayStepName, boolean>;
  return firstDayStepNames.every((name) => done[name]) ? null : done;
}

function any(from: RawBuilder<unknown>) {
  return sql`exists (select from ${from})`;
}
