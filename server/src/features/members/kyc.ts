import type { KycPart, RevealedKyc } from "@fc/contract/members/console";
import { AppError } from "@fc/contract/errors";
import { correctionMessages } from "@fc/contract/members/console-corrections";
import { isKycFact, type IdentityFact } from "@fc/contract/members/console-identity-facts";
import { bankRecord, panRecord } from "../../core/kyc/records.ts";
import { noteReveal, revealedTo } from "../../core/kyc/reveals.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { signedAddress } from "../../platform/files/uploads.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { memberByRefId } from "../../core/members/members.ts";
import { openPanCorrection } from "./proposal-queries.ts";

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
  await noteReveal(tx, { operating, memberId, part });
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
export async function checkRevealed(tx: Tx, { asked, ...reveals }: AskedFacts): Promise<void> {
  const shown = await revealedTo(tx, reveals);
  const hidden = asked.filter((fact) => isKycFact(fact) && !shown.has(fact));
  if (hidden.length > 0) {
    throw new AppError("FACTS_NOT_REVEALED", { fields: { asked: correctionMessages.notRevealed(hidden) } });
  }
}

type Reader = (
  db: Db,
  subject: { memberId: number; secretKey: SecretKey; now: Date },
) => Promise<RevealedKyc | undefined>;

const readers = {
  bank: async (db, subject) => {
    const row = await bankRecord(db, subject);
    if (!row) return undefined;
    const { uploadId, ...bank } = row;
    const proofUrl = uploadId === null ? null : signedAddress(subject.secretKey, uploadId, subject.now).url;
    return { bank: { ...bank, proofUrl } };
  },
  pan: async (db, subject) => {
    const row = await panRecord(db, subject);
    if (!row) return undefined;
    const { uploadId, ...pan } = row;
    return {
      pan: {
        ...pan,
        proofUrl: signedAddress(subject.secretKey, uploadId, subject.now).url,
        proposed: (await openPanCorrection(db, subject)) ?? null,
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
