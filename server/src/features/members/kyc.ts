import type { KycPart, RevealedKyc } from "@fc/contract/members/console";
import { AppError } from "@fc/contract/errors";
import { correctionMessages } from "@fc/contract/members/console-corrections";
import { isKycFact, revealCountsHours, type IdentityFact } from "@fc/contract/members/console-identity-facts";
import { sql } from "kysely";
import { noteMemberAct } from "../../core/operators/member-acts.ts";
import { after, hour } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { signedAddress } from "../../platform/files/uploads.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { openPanCorrection } from "./proposal-queries.ts";
import { memberByRefId } from "./page.ts";
import type { SecretKey } from "../../platform/secrets.ts";

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
  bank: async (db, { memberId }) => {
    const bank = await db
      .selectFrom("bank_details")
      .select(["account_number as accountNumber", "ifsc_code as ifscCode", "branch", "bank_name as bankName"])
      .where("member_id", "=", memberId)
      .executeTakeFirst();
    return bank && { bank };
  },
  pan: async (db, { memberId, secretKey, now }) => {
    const [current, ...earlier] = await db
      .selectFrom("pan_records")
      .select(["name_in_pan as nameInPan", "pan_number as panNumber", "upload_id", "created_at"])
      .where("member_id", "=", memberId)
      .orderBy("version", "desc")
      .execute();
    if (!current) return undefined;
    const { nameInPan, panNumber } = current;
    const newerOf = [current, ...earlier];
    return {
      pan: {
        nameInPan,
        panNumber,
        proofUrl: signedAddress(secretKey, current.upload_id, now).url,
        earlier: earlier.map((record, at) => ({
          nameInPan: record.nameInPan,
          panNumber: record.panNumber,
          // Each was replaced when the next newer one was made.
          until: newerOf[at]!.created_at.toISOString(),
        })),
        proposed: (await openPanCorrection(db, memberId)) ?? null,
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
