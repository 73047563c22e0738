import { changeEmail, proveEmail } from "@fc/contract/email/portal";
import { sendOtp, verifyOtp } from "@fc/contract/otp/portal";
import { second } from "../platform/clock.ts";
import { confirm } from "./money.ts";
import { newestCode, type TestApp, type TestClient, type TestMember } from "./test-app.ts";

/** Requests the code at a new address and enters it, as the first step of the dialog does. */
export async function proveNewEmail(
  app: TestApp,
  client: TestClient,
  { id: userId }: TestMember,
  newEmail: string,
): Promise<void> {
  app.time.advance(31 * second);
  const change = { userId, newEmail };
  const sent = await client.call(sendOtp, { params: { userId }, body: { purpose: "email-new", change } });
  if (sent.status !== 200) throw new Error(`no code: ${JSON.stringify(sent.body)}`);
  const otp = await newestCode(app, { email: newEmail });
  await client.call(verifyOtp, { params: { userId, otp }, query: {} });
  const proven = await client.call(proveEmail, { body: change });
  if (proven.status !== 200) throw new Error(`not proven: ${JSON.stringify(proven.body)}`);
}

/** Both steps, up to the call that makes the change. */
export async function confirmNewEmail(
  app: TestApp,
  client: TestClient,
  member: TestMember,
  newEmail: string,
): Promise<void> {
  await proveNewEmail(app, client, member, newEmail);
  await confirm(app, client, member, { purpose: "email", change: { userId: member.id, newEmail } });
}

export async function changeEmailTo(app: TestApp, client: TestClient, member: TestMember, newEmail: string) {
  await confirmNewEmail(app, client, member, newEmail);
  return client.call(changeEmail, { body: { userId: member.id, newEmail } });
}
