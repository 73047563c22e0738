import * as contract from "@fc/contract/operators/console";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { day, minute } from "../../platform/clock.ts";
import { codeShown } from "../../testing/authenticator-app.ts";
import { addOperator } from "../../testing/operators.ts";
import { testPassword } from "../../testing/password.ts";
import { startTestApp, TestClient, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());
beforeEach(() => app.time.advance(day));

async function logIn(client: TestClient, email: string, password = testPassword) {
  const answer = await client.call(contract.operatorLogin, { body: { email, password } });
  client.token = answer.body.token ?? undefined;
  return answer;
}

/** A browser in which the operator has passed both steps. */
async function operatorWithBrowser() {
  const { id, email } = await addOperator(app, "finance");
  const browser = new TestClient(app);
  await logIn(browser, email);
  const { secret: key } = (await browser.call(contract.beginSecondStep, {})).body.data;
  const confirmed = await browser.call(contract.confirmSecondStep, {
    body: { code: codeShown(key, app.time.now) },
  });
  return { id, email, key, browser, recoveryCodes: confirmed.body.data.recoveryCodes as string[] };
}

async function guessPassword(email: string, times = 11) {
  const answers = [];
  for (let i = 0; i < times; i++) {
    answers.push(await logIn(new TestClient(app, `198.51.100.${i}`), email, `guess ${i}`));
  }
  return answers.map(({ status }) => status);
}

async function linkIn(email: string) {
  const text = (await app.mailsTo(email)).at(-1)?.text ?? "";
  return /login#([\w-]{43})/.exec(text)?.[1] ?? "none was mailed";
}

/** Uses up the tries of the second step from elsewhere, as somebody who knows the password can. */
async function guessCodes(email: string, key: string) {
  const thief = new TestClient(app, "203.0.113.9");
  await logIn(thief, email);
  const wrong = codeShown(key, app.time.now) === "000000" ? "000001" : "000000";
  let last = 0;
  for (let i = 0; i < 21; i++) {
    last = (await thief.call(contract.passSecondStep, { body: { code: wrong } })).status;
  }
  expect(last).toBe(429);
  return thief;
}

test("an operator whose password is being guessed still signs in with a browser used before", async () => {
  const { email, browser } = await operatorWithBrowser();
  expect((await guessPassword(email)).at(-1)).toBe(429);
  expect((await logIn(browser, email)).body.isAuth).toBe(true);
});

test("a known browser has a limit of its own, so that a thief at it does not guess without end", async () => {
  const { email, browser } = await operatorWithBrowser();
  for (let i = 0; i < 10; i++) expect((await logIn(browser, email, "a guess")).status).toBe(200);
  expect((await logIn(browser, email, "a guess")).status).toBe(429);
});

test("an operator whose password is being guessed gets in with a new browser by a mailed link", async () => {
  const { email } = await operatorWithBrowser();
  await guessPassword(email);
  const fresh = new TestClient(app, "203.0.113.20");
  expect((await logIn(fresh, email)).status).toBe(429);
  expect((await fresh.call(contract.requestConsoleLink, { body: { email } })).status).toBe(200);
  const secret = await linkIn(email);
  expect((await fresh.call(contract.openConsoleLink, { body: { secret } })).status).toBe(200);
  expect((await logIn(fresh, email)).body.isAuth).toBe(true);
  expect((await fresh.call(contract.operatorSession, {})).body.data.secondStep).toBe("code");
});

test("a mailed link ends after half an hour, is no sign-in, and tells nobody who is an operator", async () => {
  const { email } = await operatorWithBrowser();
  const stranger = new TestClient(app, "203.0.113.21");
  const known = await stranger.call(contract.requestConsoleLink, { body: { email } });
  const unknown = await stranger.call(contract.requestConsoleLink, { body: { email: "nobody@example.com" } });
  expect(known.body).toEqual(unknown.body);
  expect(await app.mailsTo("nobody@example.com")).toEqual([]);
  const secret = await linkIn(email);
  await stranger.call(contract.openConsoleLink, { body: { secret } });
  expect((await logIn(stranger, email, "a guess")).body).toEqual({ isAuth: false, token: null });
  app.time.advance(31 * minute);
  expect((await stranger.call(contract.openConsoleLink, { body: { secret } })).body.code).toBe(
    "CONSOLE_LINK_GONE",
  );
});

test("nobody can flood an operator's mailbox with links", async () => {
  const { email } = await addOperator(app, "admin");
  for (let i = 0; i < 6; i++) {
    await new TestClient(app, `192.0.2.${i + 40}`).call(contract.requestConsoleLink, { body: { email } });
  }
  expect(await app.mailsTo(email)).toHaveLength(3);
});

test("wrong codes entered elsewhere do not lock the second step of a browser used before", async () => {
  const { email, key, browser } = await operatorWithBrowser();
  await guessCodes(email, key);
  app.time.advance(minute);
  await logIn(browser, email);
  const code = codeShown(key, app.time.now);
  expect((await browser.call(contract.passSecondStep, { body: { code } })).status).toBe(200);
});

test("after too many wrong codes a recovery code still opens the console, and a right code does not", async () => {
  const { email, key, recoveryCodes } = await operatorWithBrowser();
  const elsewhere = await guessCodes(email, key);
  app.time.advance(minute);
  const right = codeShown(key, app.time.now);
  expect((await elsewhere.call(contract.passSecondStep, { body: { code: right } })).status).toBe(429);
  const [code = ""] = recoveryCodes;
  expect((await elsewhere.call(contract.passSecondStep, { body: { code } })).status).toBe(200);
});

test("a mailbox and a password together earn no more tries of the second step", async () => {
  const { email, key } = await operatorWithBrowser();
  const thief = await guessCodes(email, key);
  await thief.call(contract.requestConsoleLink, { body: { email } });
  await thief.call(contract.openConsoleLink, { body: { secret: await linkIn(email) } });
  await logIn(thief, email);
  expect((await thief.call(contract.passSecondStep, { body: { code: "123123" } })).status).toBe(429);
});
