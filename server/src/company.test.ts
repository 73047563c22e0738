import { randomBytes } from "node:crypto";
import { createFreeCoinAddress } from "@fc/contract/coin-address/portal";
import { fundPool } from "@fc/contract/ledger/console";
import { confirmAdjustment, proposeAdjustment } from "@fc/contract/members/console-actions";
import {
  acceptInvitation,
  beginSecondStep,
  confirmSecondStep,
  inviteOperator,
  operatorLogin,
} from "@fc/contract/operators/console";
import { confirmPlan } from "@fc/contract/plan/console";
import { addPrice, consolePriceCurve } from "@fc/contract/prices/console";
import { changeSettings, consoleSettings } from "@fc/contract/settings/console";
import { approveStaking } from "@fc/contract/staking/console";
import { requestStake } from "@fc/contract/staking/portal";
import { consoleToday, sendTestMail } from "@fc/contract/today/console";
import {
  consoleDocuments,
  releaseDocument,
  saveDocumentDraft,
  type ConsoleDocument,
} from "@fc/contract/documents/console";
import { firstDayStepNames, type FirstDayStepName } from "@fc/contract/today/console-first-day";
import { uploadPicture } from "@fc/contract/uploads/portal";
import { acceptWithdrawal, startPaying } from "@fc/contract/withdraw/console";
import { requestWithdrawal } from "@fc/contract/withdraw/portal";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { codeShown } from "./testing/authenticator-app.ts";
import { asFile, photo } from "./testing/pictures.ts";
import { CompanyMember, done, startProduction, type Production } from "./testing/production.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";
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

test("browsers that reached the portal by https use nothing else for a year, on any of its addresses", async () => {
  for (const path of ["/", "/console", "/healthz", "/api/nothing"]) {
    const { headers } = await fetch(`${company.url}${path}`);
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
  }
});

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

/** What the first day still asks for. */
async function stepsLeft(operator: TestClient): Promise<FirstDayStepName[]> {
  const { firstDay } = await done(operator, consoleToday, {});
  return firstDayStepNames.filter((name) => firstDay?.[name] === false);
}

async function setSettings(
  admin: TestClient,
  group: "payment" | "transfer" | "withdrawal" | "company",
  values: object,
) {
  const current = await done(admin, consoleSettings, {});
  const changes = Object.entries(values).map(([name, to]) => ({
    name,
    from: current[`${group}.${name}`].value,
    to,
  }));
  await done(admin, changeSettings, { params: { group }, body: { changes, reason: "Opening" } });
}

/** The texts that come with the product, once the lawyer has taken the remark out. */
async function releaseDocuments(admin: TestClient): Promise<void> {
  const owner = { name: "Example Ltd", address: "12 Example Road", email: "care@example.com" };
  await setSettings(admin, "company", owner);
  const { documents } = await done(admin, consoleDocuments, {});
  for (const { kind, draft } of documents as ConsoleDocument[]) {
    const [en, hi] = [draft!.text.en, draft!.text.hi].map((text) => text.replace(/^\[[^\]]*\]\s*/, ""));
    const text = { en: en!, hi: hi! };
    const { revision } = await done(admin, saveDocumentDraft, { body: { kind, revision: 0, text } });
    const release = { kind, revision, isSubstantial: true, reason: "Checked by the lawyer" };
    await done(admin, releaseDocument, { body: release });
  }
}

test("a company opens with production's settings and the documented commands, up to the first paid withdrawal", async () => {
  // The first admin comes from the command line, and only the mail of the first day is done by it.
  await company.npmRun("operator:add", "--email", "asha@example.com", "--name", "Asha Rao");
  const asha = await opensConsole("asha@example.com");
  expect(await stepsLeft(asha)).toEqual(firstDayStepNames.filter((name) => name !== "mail"));

  await done(asha, sendTestMail, {});
  await company.mailTo("asha@example.com", /test mail/);
  const { seen } = (await asha.call(consolePriceCurve, {})).body;
  const price = { cost: 1_500_000, inrPerUsd: 84, effectiveFrom: null, seen };
  await done(asha, addPrice, { body: price });
  await setSettings(asha, "payment", { upiId: "fcportal@examplebank" });
  await setSettings(asha, "withdrawal", { holdHours: 0 });
  await done(asha, fundPool, { body: { amount: 50_000_000, source: "treasury", note: "Opening" } });
  await releaseDocuments(asha);
  // Nobody comes before an admin has read the plan's figures and confirmed them.
  await expect(CompanyMember.first(company, "nine blue kites")).rejects.toThrow("The plan is not confirmed.");
  await done(asha, confirmPlan, { body: { version: 1 } });
  const meera = await CompanyMember.first(company, "nine blue kites");
  const { refId } = meera;
  await setSettings(asha, "transfer", { defaultReceiverRefId: refId });
  await done(asha, inviteOperator, {
    body: { name: "Ravi Iyer", email: "ravi@example.com", role: "admin", reason: "The second admin" },
  });
  const ravi = await opensConsole("ravi@example.com");
  await company.npmRun("backup", "--to", await temporaryFolder());
  expect((await done(asha, consoleToday, {})).firstDay).toBeNull();

  // The first member says where coins are to be sent.
  const address = { userId: meera.id, freeCoinAddress: coinAddress };
  await meera.confirm("coin-address-create", /code.*address/i, address);
  await done(meera.client, createFreeCoinAddress, { body: address });

  // She stakes with a proof, and it is approved.
  const { proofImageUrl } = await done(meera.client, uploadPicture, {
    params: { userId: meera.id, folder: "stacking-verification-images" },
    body: asFile(await photo()),
  });
  const stake = { userId: meera.id, refId, amount: 15, proofImageUrl };
  await meera.confirm("staking", /code.*stak/i, stake);
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
  await meera.confirm("withdraw", /code.*withdraw/i, withdrawal);
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
});
