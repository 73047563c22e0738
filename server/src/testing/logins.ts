import { loginUrlOf, prepareLogin, webUrlOf } from "../platform/login.ts";

/** Both logins that are made of the owner's address. */
export async function prepareLogins(
  ownerUrl: string,
  { statementTimeoutMs }: { statementTimeoutMs: number },
): Promise<void> {
  await prepareLogin({ ownerUrl, url: loginUrlOf(ownerUrl), role: "fc_app", statementTimeoutMs });
  await prepareLogin({ ownerUrl, url: webUrlOf(ownerUrl), role: "fc_web", statementTimeoutMs });
}
