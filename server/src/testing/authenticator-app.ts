import { authenticator, finishAuthenticator, startAuthenticator } from "@fc/contract/security/authenticator";
import { TOTP } from "otpauth";
import { confirm } from "./money.ts";
import type { TestApp, TestClient, TestMember } from "./test-app.ts";

/** The code that an authenticator app with this key shows at a time. */
export function codeShown(key: string, at: Date): string {
  return new TOTP({ secret: key }).generate({ timestamp: at.getTime() });
}

/** Starts to set an app up and returns its key. */
export async function keyForApp(app: TestApp, client: TestClient, member: TestMember): Promise<string> {
  const { id } = member;
  await confirm(app, client, member, { purpose: "authenticator-on", change: { userId: id } });
  const started = await client.call(startAuthenticator, { body: { userId: id } });
  if (started.status !== 200) throw new Error(`no key: ${JSON.stringify(started.body)}`);
  return (await client.call(authenticator, { params: { userId: id } })).body.data.enrolment.key;
}

export interface AppWithKey {
  key: string;
  recoveryCodes: string[];
}

export async function turnOnApp(app: TestApp, client: TestClient, member: TestMember): Promise<AppWithKey> {
  const key = await keyForApp(app, client, member);
  const body = { userId: member.id, code: codeShown(key, app.time.now) };
  const { status, body: answer } = await client.call(finishAuthenticator, { body });
  if (status !== 200) throw new Error(`not turned on: ${JSON.stringify(answer)}`);
  return { key, recoveryCodes: answer.data.recoveryCodes };
}
