import * as contract from "@fc/contract/bank/portal";
import { AppError, errors } from "@fc/contract/errors";
import type { BodyOf } from "@fc/contract/route";
import {
  guardedChange,
  type ChangeRequest,
  type RequestCode,
} from "../../core/guarded-changes/guarded-change.ts";
import type { Fact } from "../../core/mails/mail.ts";
import { noteChange } from "../../core/members/changes.ts";
import { numberColumns, numberIn } from "../../core/members/identity-numbers.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
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
    .select(["ifsc_code as ifscCode", "branch", "bank_name as bankName"])
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { clear, encrypted, ...account } = row;
  const accountNumber = numberIn(secretKey, { kind: "account", memberId }, { clear, encrypted });
  return { accountNumber, ...account };
}

export function bankChange(deps: Deps) {
  const { db, secretKey } = deps;
  return guardedChange(deps, {
    purpose: "bank",
    check: async ({ actor, change }) => {
      await checkBank(change);
      if (isSame(await bankDetailsOf(deps, actor.memberId), change)) throw new AppError("NOTHING_CHANGED");
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
  if (isSame(await bankDetailsOf({ db: tx, secretKey }, memberId), change) && (await code.wasSpent(tx)))
    return;
  await code.spend(tx);
  const columns = {
    account_number: null,
    ...numberColumns(secretKey, { kind: "account", memberId }, change.accountNumber),
    ifsc_code: change.ifscCode,
    branch: change.branch,
    bank_name: change.bankName,
    changed_at: now,
  };
  await tx
    .insertInto("bank_details")
    .values({ member_id: memberId, ...columns })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet(columns))
    .execute();
  await noteChange(tx, {
    actor,
    kind: "bank-changed",
    detail: `${change.bankName} ${contract.maskedAccount(change.accountNumber)}`,
    client,
    now,
    values: { account: factsOf(change) },
  });
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

function isSame(kept: Account | undefined, wanted: Account): boolean {
  return (
    kept !== undefined &&
    kept.accountNumber === wanted.accountNumber &&
    kept.ifscCode === wanted.ifscCode &&
    kept.branch === wanted.branch &&
    kept.bankName === wanted.bankName
  );
}
