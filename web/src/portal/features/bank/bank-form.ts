import { bankBody, bankMessages, type updateBankDetails } from "@fc/contract/bank/portal";
import type { BodyOf } from "@fc/contract/route";
import { problemsIn } from "../../../ui/record/problems-in.ts";
import type { Problems } from "../../../ui/record/use-record-form.ts";

export interface BankForm {
  accountNumber: string;
  /** Typed a second time: nobody notices a wrong digit in the first. */
  accountNumberAgain: string;
  ifscCode: string;
  branch: string;
  /** The page fills it in from the IFSC code. */
  bankName: string;
  /** Passbook or cheque, if one was added. */
  bankImageUrl?: string | undefined;
}

export const blankBank: BankForm = {
  accountNumber: "",
  accountNumberAgain: "",
  ifscCode: "",
  branch: "",
  bankName: "",
};

/** Removes the spaces, because passbooks print the number in groups. */
function plainAccount(typed: string): string {
  return typed.replace(/\s/g, "");
}

export function changeOf(userId: number, form: BankForm): BodyOf<typeof updateBankDetails> {
  const { accountNumberAgain: _, accountNumber, bankImageUrl, ...change } = form;
  const picture = bankImageUrl === undefined ? {} : { bankImageUrl };
  return { userId, ...change, accountNumber: plainAccount(accountNumber), ...picture };
}

export function bankProblems(form: BankForm): Problems<BankForm> {
  const problems = problemsIn(form, bankBody.safeParse(changeOf(0, form)));
  if (plainAccount(form.accountNumberAgain) !== plainAccount(form.accountNumber)) {
    problems.accountNumberAgain = bankMessages.accountsDiffer;
  }
  // The bank follows from the code, so the code is what must be corrected.
  if (problems.bankName && !problems.ifscCode) problems.ifscCode = problems.bankName;
  return problems;
}
