import { readFile } from "node:fs/promises";
import { setDeduction } from "@fc/contract/members/console-actions";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { receiptKindNames, receiptKinds } from "@fc/contract/receipts/kinds";
import { receipt, receiptPdf, type Receipt } from "@fc/contract/receipts/portal";
import { referenceOf } from "@fc/contract/receipts/reference";
import { walletReports } from "@fc/contract/reports/portal";
import { approveStaking, rejectStaking } from "@fc/contract/staking/console";
import {
  cancelStake,
  requestStake,
  stakingInvestment,
  stakingReport,
  type StakingRequest,
  undoStake,
} from "@fc/contract/staking/portal";
import { topUpStake, transferCoins, transferReport } from "@fc/contract/transfer/portal";
import { uploadPicture } from "@fc/contract/uploads/portal";
import { acceptWithdrawal, noTransaction, rejectWithdrawal } from "@fc/contract/withdraw/console";
import { requestWithdrawal, transferInternally, withdrawReport } from "@fc/contract/withdraw/portal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hour, minute } from "../../platform/clock.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { confirm, longAgo, setPrice, setSetting } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { bytesOf, textOfPdf } from "../../testing/pdf-text.ts";
import { asFile, photo } from "../../testing/pictures.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { addWithdrawer, coinAddress } from "../../testing/withdrawals.ts";
import { hindiTexts } from "./words.ts";

let app: TestApp;
let member: TestMember;
let client: TestClient;
let receiver: TestMember;
let receiving: TestClient;
let stranger: TestClient;
let strangerId: number;
let finance: TestClient;
/** One of each kind, made as the forms do. */
const made = {} as Record<(typeof receiptKindNames)[number], string>;

beforeAll(async () => {
  app = await startTestApp();
  // $15 buy 1,000 FC and a dollar costs ₹83 when everything is made.
  await setPrice(app.db, 1000, longAgo(app.time.now));
  await setSetting(app.databaseUrl, "transfer", { betweenMembers: true });
  member = await addWithdrawer(app, { staking: 4_000_000, earning: 8_000_000, transfer: 100_000 });
  client = await signedIn(app, member);
  receiver = await app.addMember({ name: "Ravi Kumar" });
  receiving = await signedIn(app, receiver);
  const other = await app.addMember({ name: "Nobody Else" });
  strangerId = other.id;
  stranger = await signedIn(app, other);
  finance = await operatorSignedIn(app, "finance");

  made["staking-request"] = await requestedStake();
  const { id: userId, refId } = member;
  const withdrawal = { userId, amount: 6_000_000, currencyType: "coin" } as const;
  await confirm(app, client, member, { purpose: "withdraw", change: withdrawal });
  made.withdrawal = (await client.call(requestWithdrawal, { body: withdrawal })).body.data.reference;
  const internal = { userId, refId, amount: 1000, currencyType: "internal transfer" } as const;
  await confirm(app, client, member, { purpose: "internal-transfer", change: internal });
  made["internal-transfer"] = (await client.call(transferInternally, { body: internal })).body.data.reference;
  const transfer = { fromRefId: refId, toRefId: receiver.refId, amount: 30_000 };
  await confirm(app, client, member, { purpose: "transfer", change: transfer });
  made.transfer = (await client.call(transferCoins, { body: transfer })).body.data.reference;
  const topUp = { userId, refId: receiver.refId, amount: 15 };
  await confirm(app, client, member, { purpose: "staking-topup", change: topUp });
  made["top-up"] = (await client.call(topUpStake, { body: topUp })).body.data.reference;
  await setSetting(app.databaseUrl, "plan", { coolingOffHours: 24 });
  const ownTopUp = { userId, refId, amount: 30 };
  await confirm(app, client, member, { purpose: "staking-topup", change: ownTopUp });
  await client.call(topUpStake, { body: ownTopUp });
  const mine = (await client.call(stakingInvestment, { params: { userId }, query: {} })).body.data;
  const undoing = { userId, stakeId: mine[0].id };
  await confirm(app, client, member, { purpose: "stake-undo", change: undoing });
  made["stake-return"] = (await client.call(undoStake, { body: undoing })).body.data.reference;
  // Afterwards a coin is worth half as much: receipts keep to the price of their time.
  app.time.advance(10 * minute);
  await setPrice(app.db, 2000, app.time.now);
});
afterAll(() => stopWithBooksRight(app));

async function requestedStake(): Promise<string> {
  const params = { userId: member.id, folder: "stacking-verification-images" } as const;
  const sent = await client.call(uploadPicture, { params, body: asFile(await photo()) });
  const { proofImageUrl } = sent.body.data;
  const change = { userId: member.id, refId: member.refId, amount: 150, proofImageUrl };
  await confirm(app, client, member, { purpose: "staking", change });
  return (await client.call(requestStake, { body: change })).body.data.reference;
}

const read = (by: TestClient, userId: number, reference: string) =>
  by.call(receipt, { params: { userId, reference } });
const own = async (reference: string): Promise<Receipt> =>
  (await read(client, member.id, reference)).body.data;
const received = async (reference: string): Promise<Receipt> =>
  (await read(receiving, receiver.id, reference)).body.data;
const pdfOf = (reference: string, language: string, by = client, { id } = member) =>
  bytesOf(
    app.url,
    by,
    `${receiptPdf.path.replace(":userId", String(id)).replace(":reference", reference)}?language=${language}`,
  );

test("a withdrawal's receipt has its amounts at the price of then, its way and its promise", async () => {
  const data = await own(made.withdrawal);
  expect(data).toMatchObject({
    kind: "withdrawal",
    status: "P",
    canCancel: true,
    amountFc: 6_000_000,
    amountUsd: 90_000,
    amountInr: 7_470_000,
    valuedAt: "made",
    feeFc: 200_000,
    netFc: 5_800_000,
    netUsd: 87_000,
    netInr: 7_221_000,
    address: coinAddress,
    drawn: [
      { wallet: "staking", amountFc: 4_000_000 },
      { wallet: "earning", amountFc: 2_000_000 },
    ],
  });
  expect(Date.parse(data.dueAt!) - Date.parse(data.requestedAt)).toBe(24 * hour);
});

test("an internal transfer, a transfer and a top-up are done at once and cannot be taken back", async () => {
  const done = { status: "A", canCancel: false, dueAt: null, valuedAt: "made" };
  expect(await own(made["internal-transfer"])).toMatchObject({ ...done, amountFc: 1000, amountUsd: 15 });
  expect(await own(made.transfer)).toMatchObject({
    ...done,
    amountFc: 30_000,
    amountInr: 37_350,
    counterpart: { refId: receiver.refId, name: "Ravi K." },
  });
  expect(await own(made["top-up"])).toMatchObject({
    ...done,
    amountFc: 1000,
    amountUsd: 15,
    counterpart: { refId: receiver.refId, name: "Ravi K." },
  });
});

test("who receives a transfer or a stake has the same receipt, seen from their side", async () => {
  const sender = { refId: member.refId, name: "Asha V." };
  expect(await received(made.transfer)).toMatchObject({
    side: "received",
    amountFc: 30_000,
    counterpart: sender,
  });
  expect(await received(made["top-up"])).toMatchObject({ side: "received", counterpart: sender });
});

test("a pending staking request is valued at today's price, an approved one at its own", async () => {
  expect(await own(made["staking-request"])).toMatchObject({
    status: "P",
    amountUsd: 150,
    amountFc: 20_000,
    valuedAt: "today",
    canCancel: true,
  });
  const reference = await requestedStake();
  const id = await idIn(reference);
  await finance.call(approveStaking, { params: { id }, body: { cost: 2000 } });
  app.time.advance(10 * minute);
  await setPrice(app.db, 4000, app.time.now);
  const approved = await own(reference);
  expect(approved).toMatchObject({ status: "A", amountFc: 20_000, valuedAt: "approved" });
  // Half a percent a day up to twice the amount.
  const startedOn = indiaDayOf(new Date(approved.respondedAt!));
  expect(approved.stakeEarns).toEqual({ first: daysAfter(startedOn, 1), last: daysAfter(startedOn, 400) });
  const { stakeEarns, stakeEndedAt, isStakeReversed } = approved;
  expect(await reported(reference)).toMatchObject({ stakeEarns, stakeEndedAt, isStakeReversed });
  expect((await own(made["staking-request"])).stakeEarns).toBeNull();
  expect((await own(made["top-up"])).stakeEarns).not.toBeNull();
});

async function reported(reference: string): Promise<StakingRequest> {
  const { data } = (await client.call(stakingReport, { params: { userId: member.id }, query: {} })).body;
  return data.find((row: StakingRequest) => row.reference === reference);
}

async function idIn(reference: string): Promise<number> {
  return (await reported(reference)).id;
}

test("a pending staking request can be taken back, once and by its own member", async () => {
  const reference = await requestedStake();
  const cancel = (by: TestClient, userId: number) => by.call(cancelStake, { body: { userId, reference } });
  expect((await cancel(stranger, strangerId)).status).toBe(404);
  expect((await cancel(client, member.id)).status).toBe(200);
  expect((await cancel(client, member.id)).status).toBe(200);
  expect(await own(reference)).toMatchObject({
    status: "R",
    reason: "Cancelled by you",
    isCancelled: true,
    canCancel: false,
  });
  const id = await idIn(reference);
  const approval = await finance.call(approveStaking, { params: { id }, body: { cost: 4000 } });
  expect(approval.body.code).toBe("CANCELLED_BY_MEMBER");
  expect((await app.mailsTo(member.email)).at(-1)!.subject).toBe("You cancelled your staking request");
});

test("of 32 who cancel, approve and reject a staking request at the same moment one wins", async () => {
  const reference = await requestedStake();
  const id = await idIn(reference);
  const calls = {
    cancel: () => client.call(cancelStake, { body: { userId: member.id, reference } }),
    approve: () => finance.call(approveStaking, { params: { id }, body: { cost: 4000 } }),
    reject: () => finance.call(rejectStaking, { params: { id }, body: { reason: "Not paid" } }),
  } as const;
  const names = ["approve", "cancel", "reject"] as const;
  const answers = await Promise.all(
    Array.from({ length: 32 }, async (_, at) => {
      const name = names[at % 3]!;
      return { name, status: (await calls[name]()).status };
    }),
  );
  const winners = new Set(answers.filter(({ status }) => status === 200).map(({ name }) => name));
  expect(winners.size).toBe(1);
  const stakes = await app.db.selectFrom("stakes").select("id").where("request_id", "=", id).execute();
  expect(stakes).toHaveLength(winners.has("approve") ? 1 : 0);
  expect(await own(reference)).toMatchObject({
    status: winners.has("approve") ? "A" : "R",
    isCancelled: winners.has("cancel"),
  });
});

test("a paid withdrawal names its transaction, a rejected one its reason", async () => {
  const request = async () => {
    const change = { userId: member.id, amount: 5_000_000, currencyType: "coin" } as const;
    await confirm(app, client, member, { purpose: "withdraw", change });
    return (await client.call(requestWithdrawal, { body: change })).body.data as {
      id: number;
      reference: string;
    };
  };
  const rejected = await request();
  const reason = "The name differs";
  await finance.call(rejectWithdrawal, { params: { id: rejected.id }, body: { reason } });
  expect(await own(rejected.reference)).toMatchObject({ status: "R", reason, netFc: null, canCancel: false });
  expect(await fileText(rejected.reference)).toContain("Not sent to");
  const paid = await request();
  const transactionId = `0x${"fe".repeat(32)}`;
  const body = { transactionId, net: 4_800_000 };
  await finance.call(acceptWithdrawal, { params: { id: paid.id }, body });
  expect(await own(paid.reference)).toMatchObject({
    status: "A",
    transactionId,
    netFc: 4_800_000,
    canCancel: false,
  });
  expect(await fileText(paid.reference)).toContain("Sent to");
  const pending = await fileText(made.withdrawal);
  expect(pending).toContain("To be sent to");
  expect(pending).toContain("$87,000 · ₹72,21,000");
});

test("of a withdrawal that a deduction took as a whole, the receipt says that nothing was sent", async () => {
  const debtor = await addWithdrawer(app, { earning: 5_000_000 });
  const by = await signedIn(app, debtor);
  const change = { userId: debtor.id, amount: 5_000_000, currencyType: "coin" } as const;
  await confirm(app, by, debtor, { purpose: "withdraw", change });
  const { id, reference } = (await by.call(requestWithdrawal, { body: change })).body.data;
  const owed = { amountFc: 4_800_000, reason: "Paid twice by mistake" };
  await finance.call(setDeduction, { params: { refId: debtor.refId }, body: owed });
  const body = { transactionId: noTransaction, net: 0 };
  expect((await finance.call(acceptWithdrawal, { params: { id }, body })).status).toBe(200);
  const { data } = (await read(by, debtor.id, reference)).body;
  expect(data).toMatchObject({ status: "A", netFc: 0, transactionId: null });
  const file = await fileText(reference, by, debtor);
  expect(file).toContain("Not sent to");
  expect(file).toContain("All of it was taken for what you owed, so no coins were sent.");
  const rows = (await by.call(withdrawReport, { body: { userId: debtor.id } })).body.data;
  expect(rows).toMatchObject([{ status: "A", net: 0, transactionId: null }]);
  const mail = (await app.mailsTo(debtor.email)).at(-1)?.text;
  expect(mail).toContain("so no coins were sent");
  expect(mail).not.toMatch(/^(To|Transaction ID):/m);
});

/** The file's words in English, of a receipt that has one page. */
async function fileText(reference: string, by = client, of = member): Promise<string> {
  const [page = []] = await textOfPdf((await pdfOf(reference, "en", by, of)).bytes);
  return page.map((words) => words.join(" ")).join("\n");
}

describe("nobody else reads a receipt", () => {
  test("neither with the reference itself, nor by trying out references", async () => {
    for (const reference of Object.values(made)) {
      expect((await read(client, member.id, reference)).status).toBe(200);
      expect((await read(client, member.id, reference.toLowerCase())).status).toBe(200);
      expect((await read(stranger, strangerId, reference)).status).toBe(404);
      expect((await read(stranger, member.id, reference)).status).toBe(404);
      expect((await pdfOf(reference, "en", stranger, { ...member, id: strangerId })).status).toBe(404);
    }
    for (const kind of receiptKindNames) {
      for (let id = 1; id <= 40; id++) {
        const { status, body } = await read(stranger, strangerId, referenceOf(kind, id));
        expect({ status, code: body.code }).toEqual({ status: 404, code: "NOT_FOUND" });
      }
    }
  });

  test("and the receiver of a transfer reads no withdrawal of the sender", async () => {
    for (const kind of ["withdrawal", "internal-transfer", "staking-request"] as const) {
      expect((await read(receiving, receiver.id, made[kind])).status).toBe(404);
    }
  });

  test("and a text that is no reference, or one of a record that cannot be, is not found", async () => {
    for (const text of ["x", "WD-22222222", "TR-ZZZZZZZZ", "WD-ZZZZZZZZ", "ST-ZZZZZZZZ", "%00"]) {
      expect((await read(client, member.id, text)).status).toBe(404);
    }
  });
});

test("every report leads to the receipts of what it lists", async () => {
  const params = { userId: member.id };
  const references = async (route: typeof transferReport | typeof stakingReport | typeof stakingInvestment) =>
    (await client.call(route, { params, query: {} })).body.data.map(
      (row: { reference: string }) => row.reference,
    );
  expect(await references(transferReport)).toEqual([made.transfer]);
  expect(await references(stakingReport)).toContain(made["staking-request"]);
  const withdrawals = (await client.call(withdrawReport, { body: { userId: member.id } })).body.data;
  expect(withdrawals.map((row: { reference: string }) => row.reference)).toEqual(
    expect.arrayContaining([made.withdrawal, made["internal-transfer"]]),
  );
  const entries = (await client.call(walletReports.all.page, { params, query: { size: 100 } })).body.data;
  const inWallets: (string | null)[] = entries.map((row: { reference: string | null }) => row.reference);
  for (const kind of ["withdrawal", "internal-transfer", "transfer", "top-up"] as const) {
    expect(inWallets).toContain(made[kind]);
  }
  // What the member brought along has no receipt.
  expect(inWallets).toContain(null);
  const investments = (
    await receiving.call(stakingInvestment, { params: { userId: receiver.id }, query: {} })
  ).body.data;
  expect(investments[0].reference).toBe(made["top-up"]);
  const named = new Set(
    [...inWallets, ...(await references(stakingInvestment))].filter((each) => each !== null),
  );
  for (const reference of named) expect((await read(client, member.id, reference)).status).toBe(200);
});

describe.each(receiptKindNames)("the file of a receipt: %s", (kind) => {
  test.each(["en", "hi"] as const)(
    "is one page as a PDF that says what the page says (%s)",
    async (language) => {
      const { status, type, bytes } = await pdfOf(made[kind], language);
      expect({ status, type }).toEqual({ status: 200, type: "application/pdf" });
      expect(bytes.length).toBeGreaterThan(5_000);
      expect(bytes.length).toBeLessThan(120_000);
      const pages = await textOfPdf(bytes);
      expect(pages).toHaveLength(1);
      const text = pages[0]!.map((words) => words.join(" ")).join("\n");
      const inEnglish = language === "en" ? [receiptKinds[kind].label] : [];
      for (const words of [made[kind], member.refId, ...inEnglish]) expect(text).toContain(words);
    },
  );
});

test("every word of the file has the Hindi that the page shows for it", async () => {
  const catalogue = new URL("../../../../web/src/lib/locales/hi.po", import.meta.url);
  const entries = (await readFile(catalogue, "utf8")).matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm);
  const shown = Object.fromEntries([...entries].map(([, text, translation]) => [text, translation]));
  const onlyInFile = new Set(["Page {page} of", "Printed", "Member"]);
  const shared = Object.entries(hindiTexts).filter(([text]) => !onlyInFile.has(text));
  expect(Object.fromEntries(shared.map(([text]) => [text, shown[text]]))).toEqual(Object.fromEntries(shared));
});
