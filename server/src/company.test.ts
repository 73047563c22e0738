import { randomBytes } from "node:crypto";
import { createFreeCoinAddress } from "@fc/contract/coin-address/portal";
import { session } from "@fc/contract/login/portal";
import { fundPool } from "@fc/contract/ledger/console";
import { confirmAdjustment, proposeAdjustment } from "@fc/contract/members/console-actions";
import {
  acceptInvitation,
  beginSecondStep,
  confirmSecondStep,
  inviteOperator,
  operatorLogin,
} from "@fc/contract/operators/console";
import { sendOtp, verifyOtp, type OtpPurpose } from "@fc/contract/otp/portal";
import { changePassword } from "@fc/contract/password/portal";
import { addPrice, consolePriceCurve } from "@fc/contract/prices/console";
import type { InputOf, Route } from "@fc/contract/route";
import { changeSettings, consoleSettings } from "@fc/contract/settings/console";
import { approveStaking } from "@fc/contract/staking/console";
import { requestStake } from "@fc/contract/staking/portal";
import { consoleToday, sendTestMail } from "@fc/contract/today/console";
import { uploadPicture } from "@fc/contract/uploads/portal";
import { acceptWithdrawal, startPaying } from "@fc/contract/withdraw/console";
import { requestWithdrawal } from "@fc/contract/withdraw/portal";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { codeShown } from "./testing/authenticator-app.ts";
import { asFile, photo } from "./testing/pictures.ts";
import { startProduction, type Production } from "./testing/production.ts";
import { TestClient } from "./testing/test-app.ts";
import { administer, dropDatabase, onDatabase } from "./testing/test-database.ts";
import { coinAddress, transactionId } from "./testing/withdrawals.ts";

/** A company opens: an empty database, production's settings, and nothing but the documented commands and screens. */

const server = inject("templateUrl");
const database = `company_${randomBytes(6).toString("hex")}`;
let company: Production;
beforeAll(async () => {
  await administer(server, `create database ${database}`);
  company = await startProduction(onDatabase(server, database));
});
afterAll(async () => {
  await company.stop();
  await dropDatabase(server, database);
});

/** Calls and expects it to be done. */
async function done<R extends Route>(client: TestClient, route: R, input: InputOf<R>) {
  const { status, body } = await client.call(route, input);
  if (status !== 200) throw new Error(`${route.path} was answered ${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** Follows the link of an invitation: a password, an authenticator app, and the console is open. */
async function opensConsole(email: string): Promise<TestClient> {
  const { text } = await company.mailTo(email, /access to the FC Portal console/);
  const secret = /\/console\/invitation#([\w-]+)/.exec(text)![1]!;
  const password = "seven green lamps";
  const client = new TestClient(company);
  await done(client, acceptInvitation, { body: { secret, password } });
  client.token = (await client.call(operatorLogin, { body: { email, password } })).body.token;
  const { secret: key } = await done(client, beginSecondStep, {});
  await done(client, confirmSecondStep, { body: { code: codeShown(key, new Date()) } });
  return client;
}

async function setSettings(admin: TestClient, group: "payment" | "transfer" | "withdrawal", values: object) {
  const current = await done(admin, consoleSettings, {});
  const changes = Object.entries(values).map(([name, to]) => ({
    name,
    from: current[`${group}.${name}`].value,
    to,
  }));
  await done(admin, changeSettings, { params: { group }, body: { changes } });
}

/** A member who confirms each change with the code of a mail. */
class Member {
  readonly client = new TestClient(company, "192.0.2.7");
  readonly #email: string;
  id = 0;

  constructor(email: string) {
    this.#email = email;
  }

  async confirmed(purpose: OtpPurpose, subject: RegExp, change: object): Promise<void> {
    const params = { userId: this.id };
    await done(this.client, sendOtp, { params, body: { purpose, change } as never });
    const { text } = await company.mailTo(this.#email, subject);
    const otp = /\b\d{6}\b/.exec(text)![0];
    expect(await done(this.client, verifyOtp, { params: { ...params, otp }, query: {} })).toBe(true);
  }
}

test(
  "a company opens with production's settings and the documented commands, up to the first paid withdrawal",
  { timeout: 120_000 },
  async () => {
    // The first admin comes from the command line, and only the mail of the first day is done by it.
    await company.npmRun("operator:add", "--email", "asha@example.com", "--name", "Asha Rao");
    const asha = await opensConsole("asha@example.com");
    const { mail: isMailDelivered, ...otherSteps } = (await done(asha, consoleToday, {})).firstDay;
    expect(isMailDelivered).toBe(true);
    expect(Object.values(otherSteps)).not.toContain(true);

    await done(asha, sendTestMail, {});
    await company.mailTo("asha@example.com", /test mail/);
    const { seen } = (await asha.call(consolePriceCurve, {})).body;
    const price = { cost: 1_500_000, inrPerUsd: 84, effectiveFrom: null, seen };
    await done(asha, addPrice, { body: price });
    await setSettings(asha, "payment", { upiId: "fcportal@examplebank" });
    await setSettings(asha, "withdrawal", { holdHours: 0 });
    await done(asha, fundPool, { body: { amount: 50_000_000, source: "treasury", note: "Opening" } });
    const added = await company.npmRun("member:add", "--name", "Meera Nair", "--email", "meera@example.com");
    const refId = /FC\w+/.exec(added)![0];
    await setSettings(asha, "transfer", { defaultReceiverRefId: refId });
    await done(asha, inviteOperator, {
      body: { name: "Ravi Iyer", email: "ravi@example.com", role: "admin" },
    });
    const ravi = await opensConsole("ravi@example.com");
    expect((await done(asha, consoleToday, {})).firstDay).toBeNull();

    // The first member signs in with the mailed password, chooses one, and says where coins are to be sent.
    const meera = new Member("meera@example.com");
    const welcome = await company.mailTo("meera@example.com", /Welcome/);
    const oldPassword = /temporary password is:?\s+(\S+)/.exec(welcome.text)![1]!;
    await meera.client.logIn(refId, oldPassword);
    meera.id = (await done(meera.client, session, {})).id;
    const passwords = { userId: meera.id, oldPassword, newPassword: "nine blue kites" };
    await meera.confirmed("change-password", /code.*password/i, passwords);
    expect((await meera.client.call(changePassword, { body: passwords })).status).toBe(200);
    const address = { userId: meera.id, freeCoinAddress: coinAddress };
    await meera.confirmed("coin-address-create", /code.*address/i, address);
    await done(meera.client, createFreeCoinAddress, { body: address });

    // She stakes with a proof, and it is approved.
    const { proofImageUrl } = await done(meera.client, uploadPicture, {
      params: { userId: meera.id, folder: "stacking-verification-images" },
      body: asFile(await photo()),
    });
    const stake = { userId: meera.id, refId, amount: 15, proofImageUrl };
    await meera.confirmed("staking", /code.*stak/i, stake);
    const requested = await done(meera.client, requestStake, { body: stake });
    await done(ravi, approveStaking, { params: { id: requested.id }, body: { cost: price.cost } });

    // Coins that she brought from before are booked by two people; she withdraws them and is paid.
    const adjustment = await done(asha, proposeAdjustment, {
      params: { refId },
      body: {
        wallet: "earning",
        direction: "credit",
        amountFc: 6_000_000,
        reason: "Coins from before the opening",
      },
    });
    await done(ravi, confirmAdjustment, { params: { id: adjustment.id } });
    const withdrawal = {
      userId: meera.id,
      amount: 6_000_000,
      currencyType: "coin" as const,
      freeCoinAddress: coinAddress,
    };
    await meera.confirmed("withdraw", /code.*withdraw/i, withdrawal);
    const { id } = await done(meera.client, requestWithdrawal, { body: withdrawal });
    const toPay = await done(ravi, startPaying, { params: { id }, body: { from: null } });
    expect(toPay.address).toBe(coinAddress);
    const paid = await done(ravi, acceptWithdrawal, {
      params: { id },
      body: { transactionId: transactionId(1), net: 5_800_000 },
    });
    expect(paid.netFc).toBe(5_800_000);
    const told = await company.mailTo("meera@example.com", /withdrawal was accepted/);
    expect(told.text).toContain(transactionId(1));

    expect(await company.npmRun("ledger:verify")).toContain("0 differences");
    expect(await company.npmRun("network:verify")).toContain("1 members, 0 differences");
  },
);
