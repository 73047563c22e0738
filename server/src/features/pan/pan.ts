import { AppError } from "@fc/contract/errors";
import { kycStates } from "@fc/contract/kyc/states";
import type * as contract from "@fc/contract/pan/portal";
import type { BodyOf } from "@fc/contract/route";
import { proofImageUrlOf } from "@fc/contract/uploads/portal";
import { sql } from "kysely";
import {
  guardedChange,
  type ChangeRequest,
  type RequestCode,
} from "../../core/guarded-changes/guarded-change.ts";
import { kycCasesOf, submitKycCase } from "../../core/kyc/cases.ts";
import { noteChange } from "../../core/members/changes.ts";
import { numberColumns, numberIn } from "../../core/members/identity-numbers.ts";
import { maskedPan } from "../../core/members/pan-records.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { ownPicture } from "../../platform/files/uploads.ts";
import type { SecretKey } from "../../platform/secrets.ts";

type Creation = BodyOf<typeof contract.createPanRecord>;

const proofFolder = "pan-proof-images";

type Reading = Pick<Deps, "db" | "secretKey">;

export async function panRecordOf(
  { db, secretKey }: Reading,
  memberId: number,
): Promise<contract.PanRecord | undefined> {
  const row = await db
    .selectFrom("pan_records")
    .select(["name_in_pan as nameInPan", "upload_id", "version"])
    .select(["pan_number as clear", "encrypted_number as encrypted"])
    .where("member_id", "=", memberId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { nameInPan, upload_id, version } = row;
  const panNumber = numberIn(secretKey, { kind: "pan", memberId, version }, row);
  return { userId: memberId, nameInPan, panNumber, panImageUrl: proofImageUrlOf(upload_id) };
}

/** The picture is uploaded before the code is sent, because the code confirms the picture too. */
export function panChange(deps: Deps) {
  const { db, secretKey } = deps;
  return guardedChange(deps, {
    purpose: "pan",
    check: async ({ actor, change }) => {
      if (!(await mayEnter(db, actor.memberId))) throw new AppError("ONE_TIME_ONLY");
      await ownProof(db, actor.memberId, change);
      return {
        action: { en: "Confirm your PAN details", hi: "अपने PAN विवरण की पुष्टि करें" },
        facts: [
          { label: "Name in PAN", value: change.nameInPan },
          { label: "PAN number", value: maskedPan(change.panNumber) },
          {
            label: "Mind",
            value: {
              en: "They are entered once and cannot be changed",
              hi: "ये केवल एक बार दर्ज होते हैं और बदले नहीं जा सकते",
            },
          },
        ],
      };
    },
    perform: (request) => atomically(db, createPanRecord, { ...request, secretKey }),
  });
}

async function createPanRecord(
  tx: Tx,
  request: ChangeRequest<"pan"> & { code: RequestCode; secretKey: SecretKey },
): Promise<contract.PanRecord> {
  const { actor, change, client, code, now, secretKey } = request;
  const { memberId } = actor;
  const uploadId = await ownProof(tx, memberId, change);
  // Locked: an operator who decides the case at the same time waits, and then decides what is entered here or nothing.
  await tx.selectFrom("kyc_cases").select("id").where("member_id", "=", memberId).forUpdate().execute();
  if (!(await mayEnter(tx, memberId))) return currentIfSame({ db: tx, secretKey }, memberId, change);
  const version = (await lastVersion(tx, memberId)) + 1;
  const inserted = await tx
    .insertInto("pan_records")
    .values({
      member_id: memberId,
      version,
      is_entered_again: version > 1,
      name_in_pan: change.nameInPan,
      ...numberColumns(secretKey, { kind: "pan", memberId, version }, change.panNumber),
      upload_id: uploadId,
      created_at: now,
    })
    // On any unique column: of two parallel calls the second may conflict on the picture before the member.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (inserted.numInsertedOrUpdatedRows !== 1n) {
    return currentIfSame({ db: tx, secretKey }, memberId, change);
  }
  await code.spend(tx);
  await submitKycCase(tx, { memberId, part: "pan", now });
  // It was about the record from before.
  await tx
    .updateTable("corrections")
    .set({ status: "R", decided_at: now, refusal: "The member has entered another PAN meanwhile" })
    .where("member_id", "=", memberId)
    .where(sql`change ->> 'kind'`, "=", "pan")
    .where("status", "=", "P")
    .execute();
  await noteChange(tx, {
    actor,
    kind: "pan-added",
    detail: maskedPan(change.panNumber),
    client,
    now,
    values: { nameInPan: change.nameInPan, maskedNumber: maskedPan(change.panNumber) },
  });
  return change;
}

/** Once and for good, unless an operator has rejected it or asked for it again. */
async function mayEnter(db: Db, memberId: number): Promise<boolean> {
  if ((await lastVersion(db, memberId)) === 0) return true;
  const { pan } = await kycCasesOf(db, memberId);
  return pan !== undefined && kycStates[pan.state].mayEnterAgain;
}

async function lastVersion(db: Db, memberId: number): Promise<number> {
  const { version } = await db
    .selectFrom("pan_records")
    .select((eb) => eb.fn.coalesce(eb.fn.max("version"), eb.lit(0)).as("version"))
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  return version;
}

/** The same record again is a retry after a lost response; a different one is refused. */
async function currentIfSame(
  reading: Reading,
  memberId: number,
  change: Creation,
): Promise<contract.PanRecord> {
  const kept = await panRecordOf(reading, memberId);
  const isSame =
    kept?.nameInPan === change.nameInPan &&
    kept.panNumber === change.panNumber &&
    kept.panImageUrl === change.panImageUrl;
  if (!isSame) throw new AppError("ONE_TIME_ONLY");
  return kept;
}

/** The id of the picture, if this member uploaded it for the PAN record. */
async function ownProof(db: Db, memberId: number, { panImageUrl }: Creation): Promise<string> {
  const uploadId = await ownPicture(db, { memberId, folder: proofFolder, proofImageUrl: panImageUrl });
  if (uploadId === undefined) throw new AppError("PROOF_UNUSABLE");
  return uploadId;
}
