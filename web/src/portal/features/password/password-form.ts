import { errors } from "@fc/contract/errors";
import { newPasswordProblem, passwordsDiffer } from "@fc/contract/password/portal";
import { msg } from "../../../lib/msg.ts";

export interface PasswordForm {
  oldPassword: string;
  newPassword: string;
  confirmNewPassword: string;
}

/** What is wrong with which field, by the rules that browser and server share. */
export function passwordFormProblems(
  form: PasswordForm,
  { isForced = false }: { isForced?: boolean } = {},
): Partial<Record<keyof PasswordForm, string>> {
  const weakness = newPasswordProblem(form.oldPassword, form.newPassword);
  return {
    ...(form.oldPassword === "" && !isForced ? { oldPassword: msg("Please enter your old password") } : {}),
    ...(weakness ? { newPassword: errors[weakness][1] } : {}),
    ...(form.newPassword !== form.confirmNewPassword ? { confirmNewPassword: passwordsDiffer } : {}),
  };
}
