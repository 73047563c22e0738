import { isKeyOf } from "@fc/contract/sure";
import type { Problems } from "./use-record-form.ts";

interface Checked {
  error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
}

/** For each field of the form the first rule of the contract that it breaks. */
export function problemsIn<Form extends object>(form: Form, { error }: Checked): Problems<Form> {
  const problems: Problems<Form> = {};
  for (const { path, message } of error?.issues ?? []) {
    const [field = ""] = path;
    if (isKeyOf(form, field)) problems[field] ??= message;
  }
  return problems;
}
