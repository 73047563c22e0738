import type { KycPart, RevealedKyc } from "@fc/contract/members/console";
import { AppError } from "@fc/contract/errors";
import { correctionMessages } from "@fc/contract/members/console-corrections";
import { isKycFact, revealCountsHours, type IdentityFact } from "@fc/contract/members/console-identity-facts";
import { sql } from "kysely";
import { numberIn, numberIndexes } from "../../core/members/identity-numbers.ts";
import { noteMemberAct } from "../../core/operators/member-acts.ts";
import { after, hour } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { signedAddress } from "../../platform/files/uploads.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { memberByRefId } from "./page.ts";
import { openPanCorrection } from "./proposal-queries.ts";

/** The action in the operators' log. */
const kycRead = "member/read-kyc";

interface Reveal {
  operating: Operating;
  refId: string;
  part: KycPart;
  secretKey: SecretKey;
}

/** Reveals KYC data and records it in the same transaction. Where there is no such data, nothing is recorded. */
export async function revealKyc(tx: Tx, input: Reveal): Promise<RevealedKyc> {
  const { operating, refId, part, secretKey } = input;
  const { id: memberId } = await memberByRefId(tx, refId);
  const revealed = await readers[part](tx, { memberId, secretKey, now: operating.now });
  if (!revealed) throw new AppError("NOT_FOUND");
  await noteMemberAct(tx, {
    operating,
    memberId,
    action: kycRead,
    details: { part },
    kind: "kyc-read",
    detail: part,
  });
  return revealed;
}

interface AskedFacts {
  operating: Operating;
  memberId: number;
  asked: readonly IdentityFact[];
  /** Where only a later reveal has shown what is decided. */
  since?: Date;
}

/** Nobody can compare an answer with KYC data that this operator was not shown: the log says whether it was. */
export async function checkRevealed(
  tx: Tx,
  { operating, memberId, asked, since }: AskedFacts,
): Promise<void> {
  const { operatorId, now } = operating;
  const oldest = after(now, -revealCountsHours * hour);
  const lines = await tx
    .selectFrom("operator_log")
    .select(sql<string>`details ->> 'part'`.as("part"))
    .where("operator_id", "=", operatorId)
    .where("member_id", "=", memberId)
    .where("action", "=", kycRead)
    .where("at", ">", oldest)
    .where("at", ">=", since ?? oldest)
    .execute();
  const hidden = asked.filter((fact) => isKycFact(fact) && !lines.some(({ part }) => part === fact));
  if (hidden.length > 0) {
    throw new AppError("FACTS_NOT_REVEALED", { fields: { asked: correctionMessages.notRevealed(hidden) } });
  }
}

type Reader = (
  db: Db,
  subject: { memberId: number; secretKey: SecretKey; now: Date },
) => Promise<RevealedKyc | undefined>;

const readers = {
  bank: async (db, { memberId, secretKey }) => {
    const row = await db
      .selectFrom("bank_details")
      .select(["account_number as clear", "encrypted_number as encrypted"])
      .select(["ifsc_code as ifscCode", "branch", "bank_name as bankName"])
      .where("member_id", "=", memberId)
      .executeTakeFirst();
    if (!row) return undefined;
    const { clear, encrypted, ...bank } = row;
    const accountNumber = numberIn(secretKey, { kind: "account", memberId }, { clear, encrypted });
    const indexes = numberIndexes(secretKey, "account", accountNumber);
    const alsoUsedBy = await usersOf(db, { table: "bank_details", memberId, indexes });
    return { bank: { accountNumber, ...bank, alsoUsedBy } };
  },
  pan: async (db, { memberId, secretKey, now }) => {
    const [current, ...earlier] = await db
      .selectFrom("pan_records")
      .select(["version", "name_in_pan as nameInPan", "upload_id", "created_at"])
      .select(["pan_number as clear", "encrypted_number as encrypted"])
      .where("member_id", "=", memberId)
      .orderBy("version", "desc")
      .execute();
    if (!current) return undefined;
    const numberOf = ({ version, ...row }: typeof current) =>
      numberIn(secretKey, { kind: "pan", memberId, version }, row);
    const panNumber = numberOf(current);
    const indexes = numberIndexes(secretKey, "pan", panNumber);
    const newerOf = [current, ...earlier];
    return {
      pan: {
        nameInPan: current.nameInPan,
        panNumber,
        alsoUsedBy: await usersOf(db, { table: "pan_records", memberId, indexes }),
        proofUrl: signedAddress(secretKey, current.upload_id, now).url,
        earlier: earlier.map((record, at) => ({
          nameInPan: record.nameInPan,
          panNumber: numberOf(record),
          // Each was replaced when the next newer one was made.
          until: newerOf[at]!.created_at.toISOString(),
        })),
        proposed: (await openPanCorrection(db, { memberId, secretKey })) ?? null,
      },
    };
  },
  coinAddress: async (db, { memberId }) => {
    const row = await db
      .selectFrom("coin_addresses")
      .select("address")
      .where("member_id", "=", memberId)
      .executeTakeFirst();
    return row && { coinAddress: row.address };
  },
  fmdc: async (db, { memberId }) => {
    const row = await db
      .selectFrom("fmdc_addresses")
      .select("address")
      .where("member_id", "=", memberId)
      .executeTakeFirst();
    return row && { fmdc: row.address };
  },
} as const satisfies Record<KycPart, Reader>;

/** More of them are a case for a closer look, no matter who they are. */
const mostUsers = 10;

/** Other members who gave the same number; found by its index, without reading theirs. */
async function usersOf(
  db: Db,
  number: { table: "bank_details" | "pan_records"; memberId: number; indexes: Buffer[] },
): Promise<{ refId: string; name: string }[]> {
  const { rows } = await sql<{ refId: string; name: string }>`
    select distinct member.ref_id as "refId", member.name
    from ${sql.table(number.table)} as used join members as member on member.id = used.member_id
    where used.number_index = any (${number.indexes}::bytea[]) and member.id <> ${number.memberId}
    order by member.ref_id limit ${mostUsers}`.execute(db);
  return rows;
}
