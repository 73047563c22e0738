import { sendOtp, verifyOtp } from "@fc/contract/otp/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testPassword } from "../testing/password.ts";
import { newestCode, signedIn, startTestApp, type TestApp } from "../testing/test-app.ts";
import { createLog } from "./logger.ts";

let app: TestApp;
const lines: string[] = [];
beforeAll(
  async () => void (app = await startTestApp(createLog("debug", { write: (line) => void lines.push(line) }))),
);
afterAll(() => app.stop());

test("the log has each request by its pattern and id, and no password, code, token or cookie", async () => {
  const member = await app.addMember();
  const client = await signedIn(app, member);
  const change = { userId: member.id, oldPassword: testPassword, newPassword: "Monsoon over Kochi 5" };
  await client.call(sendOtp, { params: { userId: member.id }, body: { purpose: "change-password", change } });
  const code = await newestCode(app, member);
  const answer = await client.call(verifyOtp, { params: { userId: member.id, otp: code }, query: {} });

  const log = lines.join("");
  expect(log).toContain(`"route":"/api/user/otp/verify/:userId/:otp"`);
  expect(log).toContain(answer.headers.get("x-request-id"));
  for (const secret of [
    testPassword,
    change.newPassword,
    code,
    client.token,
    client.cookies.get("fc_session"),
  ]) {
    expect(log).not.toContain(secret);
  }
});
