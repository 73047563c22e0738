import * as contract from "@fc/contract/bank/portal";
import { AppError, errors } from "@fc/contract/errors";
import { kycStates } from "@fc/contract/kyc/states";
import type { BodyOf } from "@fc/contract/route";
import { pictureIdIn, proofImageUrlOf } from "@fc/contract/uploads/portal";
import {
  guardedChange,
  type ChangeRequest,
  type RequestCode,
} from "../../core/guarded-changes/guarded-change.ts";
import { kycCasesOf, submitKycCase } from "../../core/kyc/cases.ts";
import type { Fact } from "../../core/mails/mail.ts";
import { noteChange } from "../../core/members/changes.ts";
import { numberColumns, numberIn } from "../../core/members/identity-numbers.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { forgetPicture, ownPicture } from "../../platform/files/uploads.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { branchOf } from "./ifsc.ts";

type BankChange = BodyOf<typeof contract.updateBankDetails>;
type Account = Omit<BankChange, "userId">;

type Reading = Pick<Deps, "db" | "secretKey">;

export async function bankDetailsOf(
  { db, secretKey }: Reading,
  memberId: number,
): Promise<Account | undefined> {
  const row = await db
    .selectFrom("bank_details")
    .select(["account_number as clear", "encrypted_number as encrypted"])
    .select(["ifsc_code as ifscCode", "branch", "bank_name as bankName", "upload_id"])
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { clear, encrypted, upload_id, ...account } = row;
  const accountNumber = numberIn(secretKey, { kind: "account", memberId }, { clear, encrypted });
  return { accountNumber, ...account, ...(upload_id && { bankImageUrl: proofImageUrlOf(upload_id) }) };
}

export function bankChange(deps: Deps) {
  const { db, secretKey } = deps;
  return guardedChange(deps, {
    purpose: "bank",
    check: async ({ actor, change }) => {
      await checkBank(change);
      await ownProof(db, actor.memberId, change);
      if (
        !(await mayRepeat(db, actor.memberId)) &&
        isSame(await bankDetailsOf(deps, actor.memberId), change)
      ) {
        throw new AppError("NOTHING_CHANGED");
      }
      return {
        action: { en: "Confirm your bank details", hi: "अपने बैंक विवरण की पुष्टि करें" },
        facts: factsOf(change),
      };
    },
    perform: (request) => atomically(db, updateBankDetails, { ...request, secretKey }),
  });
}

/** The IFSC code decides the bank's name, whatever the form sends; a branch may be newer than our list. */
async function checkBank({ ifscCode, bankName }: BankChange): Promise<void> {
  const known = await branchOf(ifscCode);
  if (!known) throw new AppError("IFSC_UNKNOWN", { fields: { ifscCode: errors.IFSC_UNKNOWN[1] } });
  if (known.bankName !== bankName) {
    throw new AppError("BANK_NOT_OF_IFSC", { fields: { ifscCode: errors.BANK_NOT_OF_IFSC[1] } });
  }
}

async function updateBankDetails(
  tx: Tx,
  request: ChangeRequest<"bank"> & { code: RequestCode; secretKey: SecretKey },
): Promise<void> {
  const { actor, change, client, code, now, secretKey } = request;
  const { memberId } = actor;
  await checkBank(change);
  // Locks the member, because there may be no bank details to lock yet.
  await tx.selectFrom("members").select("id").where("id", "=", memberId).forUpdate().execute();
  // A retry after a lost response. Only with a used code: otherwise the answer would confirm a guessed number.
  const kept = await bankDetailsOf({ db: tx, secretKey }, memberId);
  const isRepeated = await mayRepeat(tx, memberId);
  if (!isRepeated && isSame(kept, change) && (await code.wasSpent(tx))) return;
  const uploadId = await ownProof(tx, memberId, change);
  await code.spend(tx);
  const columns = {
    account_number: null,
    ...numberColumns(secretKey, { kind: "account", memberId }, change.accountNumber),
    ifsc_code: change.ifscCode,
    branch: change.branch,
    bank_name: change.bankName,
    changed_at: now,
    upload_id: uploadId ?? null,
  };
  await tx
    .insertInto("bank_details")
    .values({ member_id: memberId, ...columns })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet(columns))
    .execute();
  const replaced = kept?.bankImageUrl && pictureIdIn(kept.bankImageUrl);
  if (replaced && replaced !== uploadId) await forgetPicture(tx, { id: replaced, now });
  await submitKycCase(tx, { memberId, part: "bank", now });
  await noteChange(tx, {
    actor,
    kind: "bank-changed",
    detail: `${change.bankName} ${contract.maskedAccount(change.accountNumber)}`,
    client,
    now,
    values: { account: factsOf(change) },
  });
}

/** The id of the picture, if there is one: this member must have uploaded it for the bank details. */
async function ownProof(
  db: Db,
  memberId: number,
  { bankImageUrl: proofImageUrl }: BankChange,
): Promise<string | undefined> {
  if (proofImageUrl === undefined) return undefined;
  const uploadId = await ownPicture(db, { memberId, folder: "bank-proof-images", proofImageUrl });
  if (uploadId === undefined) throw new AppError("PROOF_UNUSABLE");
  return uploadId;
}

/** The number is masked, because mails are kept for years. */
function factsOf({ accountNumber, ifscCode, branch, bankName }: BankChange): Fact[] {
  return [
    { label: "Account number", value: contract.maskedAccount(accountNumber) },
    { label: "IFSC code", value: ifscCode },
    { label: "Bank", value: bankName },
    { label: "Branch", value: branch },
  ];
}

/** A member who was asked to give the details again may give the same ones. */
async function mayRepeat(db: Db, memberId: number): Promise<boolean> {
  const { bank } = await kycCasesOf(db, memberId);
  return bank !== undefined && kycStates[bank.state].mayEnterAgain;
}

/** Without a picture, the one from before stays as it is. */
function isSame(kept: Account | undefined, wanted: Account): boolean {
  return (
    kept !== undefined &&
    kept.accountNumber === wanted.accountNumber &&
    kept.ifscCode === wanted.ifscCode &&
    kept.branch === wanted.branch &&
    kept.bankName === wanted.bankName &&
    (wanted.bankImageUrl === undefined || kept.bankImageUrl === wanted.bankImageUrl)
  );
}
