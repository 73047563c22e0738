import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { operatorSession } from "@fc/contract/operators/console";
import { confirmProposal, consoleProposals } from "@fc/contract/proposals/console";
import { consoleHotWallet, pauseHotWallet, releaseHotWallet } from "@fc/contract/withdraw/console-payouts";
import { expect, test } from "vitest";
import { beginMemory } from "../../core/approvals/begin.ts";
import { PayoutJournal } from "../../core/approvals/journal.ts";
import { noteSigning } from "../../core/chain/look.ts";
import { releaseAgreed } from "../../core/chain/release.ts";
import { reserveNonce } from "../../core/chain/reserve.ts";
import { signAttempts } from "../../core/chain/sign.ts";
import { minute } from "../../platform/clock.ts";
import { webUrlOf } from "../../platform/login.ts";
import { withConnection } from "../../platform/one-connection.ts";
import { readSettings } from "../../platform/settings.ts";
import { payoutGuardOf } from "../../start-payouts.ts";
import { approvedPayouts } from "../../testing/approved-payouts.ts";
import { approveAll } from "../../testing/approvals.ts";
import { runCommand } from "../../testing/commands.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { payOut } from "./payout-task.ts";

const s = approvedPayouts();
const isPaused = async () => (await s.t.finance.call(consoleHotWallet, {})).body.data.wallet.paused !== null;
const held = "It waits until approvers have signed that the hot wallet pays again";

test("what was signed before a pause is signed again after it", async () => {
  const { payoutId } = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  await s.pause();
  await s.liftPause();
  await s.t.payAndSettle();
  expect(await s.reasonOf(payoutId)).toBe(held);
  await s.signRelease();
  await s.t.payAndSettle();
  expect(await s.reasonOf(payoutId)).toBe("It waits for an approver's signature");
  await approveAll(s.finance);
  await s.t.payAndSettle();
  expect(await s.t.stateOf(payoutId)).toBe("paid");
});

test("a wallet pays again when two operators have agreed and two approvers have signed it", async () => {
  await s.pause();
  expect(await s.batchOf(s.finance)).toBeNull();
  await s.t.finance.call(releaseHotWallet, { body: { reason: "It was right" } });
  const [proposal] = (await s.t.admin.call(consoleProposals, {})).body.data.open;
  await s.t.admin.call(confirmProposal, { params: { id: proposal.id } });
  await payOut(s.t.deps);
  expect(await isPaused()).toBe(true);
  expect((await approveAll(s.finance)).status).toBe(200);
  expect(await s.batchOf(s.finance)).toBeNull();
  await payOut(s.t.deps);
  expect(await isPaused()).toBe(true);
  expect((await approveAll(s.admin)).status).toBe(200);
  await payOut(s.t.deps);
  expect(await isPaused()).toBe(false);
});

/** As somebody with the login of requests would. */
async function sayAgreed(): Promise<void> {
  const { id } = (await s.t.finance.call(operatorSession, {})).body.data;
  const other = (await s.t.admin.call(operatorSession, {})).body.data.id;
  await withConnection({ url: webUrlOf(s.t.app.databaseUrl), purpose: "test" }, (web) =>
    web.query(
      `insert into proposals (kind, subject, change, before, title, lines, reason, proposed_by, proposed_at, expires_at, status, decided_by, decided_at)
         select 'hot-wallet-release', address, jsonb_build_object('chainId', chain_id, 'address', address),
           jsonb_build_object('pausedAt', date_trunc('milliseconds', paused_at)), '', '[]', 'I say so', $1, now(), now(), 'A', $2, now() from chain_wallets`,
      [id, other],
    ),
  );
}

test("a row that says that two operators agreed releases nothing, and what was signed for one pause not the next", async () => {
  await s.pause();
  await sayAgreed();
  await payOut(s.t.deps);
  expect(await isPaused()).toBe(true);
  await s.signRelease();
  expect(await isPaused()).toBe(false);
  await s.pause();
  await sayAgreed();
  await payOut(s.t.deps);
  expect(await isPaused()).toBe(true);
});

test("a pause that the worker meets only when it may release the wallet is not lifted without signatures", async () => {
  await s.t.finance.call(pauseHotWallet, { body: { reason: "Look" } });
  await sayAgreed();
  await releaseAgreed(s.t.deps);
  expect(await isPaused()).toBe(true);
  await noteSigning(s.t.deps);
  await s.signRelease();
  expect(await isPaused()).toBe(false);
});

test("what was signed for one pause does not lift another one that begins meanwhile", async () => {
  await s.pause();
  await sayAgreed();
  const { guard } = s.t.deps;
  s.t.deps.guard = Object.assign(s.worker.restarted(), {
    release: async () => {
      await s.liftPause();
      await s.t.finance.call(pauseHotWallet, { body: { reason: "Look again" } });
      await sayAgreed();
      return true;
    },
  });
  await releaseAgreed(s.t.deps);
  s.t.deps.guard = guard;
  expect(await isPaused()).toBe(true);
  await payOut(s.t.deps);
  await noteSigning(s.t.deps);
  await s.signRelease();
  expect(await isPaused()).toBe(false);
});

/** Another process of the worker's machine sees a pause while this one mails. */
function pauseDuringNextMail(): string[] {
  const other = new PayoutJournal(s.worker.journalFile);
  const seen: string[] = [];
  Object.defineProperty(s.worker.mailServer, "isDown", {
    get() {
      if (seen.length === 0) other.seePause("2026-01-01T00:00:00.000Z", s.t.app.time.now);
      seen.push("paused");
      return false;
    },
  });
  return seen;
}

test("a pause that another process of the worker's machine sees while a release is checked lasts", async () => {
  const { payoutId } = await s.t.handedOver(s.asha);
  await s.pause();
  await s.liftPause();
  for (const approver of [s.finance, s.admin]) await approveAll(approver);
  // The check tells everybody of the changed file, and meanwhile the other process sees the pause.
  await s.worker.name(s.admin, s.finance);
  const seen = pauseDuringNextMail();
  await s.t.payAndSettle();
  expect([await s.reasonOf(payoutId), seen.length]).toEqual([held, 1]);
});

test("a pause that another process sees while a payment is judged ends its signature, also after the release", async () => {
  const { payoutId } = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  await reserveNonce(s.t.deps);
  const other = new PayoutJournal(s.worker.journalFile);
  const stored = await s.whileAskingWhoSigned([() => signAttempts(s.t.deps)], () =>
    other.seePause("2026-01-01T00:00:00.000Z", s.t.app.time.now),
  );
  expect(stored).toEqual([0]);
  await noteSigning(s.t.deps);
  await s.signRelease();
  await s.t.payAndSettle();
  expect(await s.t.arrivedAt(s.asha.address)).toBe(0);
  await approveAll(s.finance);
  await s.t.payAndSettle();
  expect(await s.t.stateOf(payoutId)).toBe("paid");
});

test("a pause that another process sees while the approvers are mailed ends this waiting time", async () => {
  s.worker.limits.waitMinutes = 30;
  const { payoutId } = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  pauseDuringNextMail();
  await payOut(s.t.deps);
  await noteSigning(s.t.deps);
  await s.signRelease();
  await approveAll(s.finance);
  s.t.app.time.advance(40 * minute);
  await payOut(s.t.deps);
  expect(await s.reasonOf(payoutId)).toContain("The approvers were told, and it waits until");
  expect(s.worker.mails.filter(({ subject }) => subject.includes("was approved"))).toHaveLength(2);
});

test("a pause by the command on the worker's machine needs no web, and approvers sign its end", async () => {
  const { payoutId } = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  const dataDir = await temporaryFolder();
  await symlink(s.worker.journalFile, join(dataDir, "payout-journal.jsonl"));
  const env = { DATABASE_URL: s.t.app.databaseUrl, DATA_DIR: dataDir };
  expect(await runCommand("payouts-memory", ["--pause"], env)).toMatchObject({ code: 0, stderr: "" });
  await s.t.payAndSettle();
  expect(await s.reasonOf(payoutId)).toBe(held);
  await noteSigning(s.t.deps);
  await s.signRelease();
  await approveAll(s.finance);
  await s.t.payAndSettle();
  expect(await s.t.stateOf(payoutId)).toBe("paid");
  const told = s.worker.mails.find(({ subject }) => subject.includes("was approved"));
  expect(told?.text).toContain("npm run payouts:memory -- --pause");
});

test("the waiting time begins again after a pause, and the approvers are told again", async () => {
  s.worker.limits.waitMinutes = 30;
  const { payoutId } = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  await payOut(s.t.deps);
  s.t.app.time.advance(20 * minute);
  await s.pause();
  await s.liftPause();
  await s.signRelease();
  await approveAll(s.finance);
  s.t.app.time.advance(20 * minute);
  await payOut(s.t.deps);
  s.t.app.time.advance(20 * minute);
  await payOut(s.t.deps);
  expect(await s.reasonOf(payoutId)).toContain("The approvers were told, and it waits until");
  expect(s.worker.mails.filter(({ subject }) => subject.includes("was approved"))).toHaveLength(2);
});

test("a word is good for three days, and the operator is asked again before that", async () => {
  s.worker.limits.waitMinutes = 100 * 60;
  const { payoutId } = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  await payOut(s.t.deps);
  const laterBy = async (hours: number) => {
    await s.advance(hours);
    await payOut(s.t.deps);
    await noteSigning(s.t.deps);
  };
  await laterBy(25);
  expect(await s.batchOf(s.finance)).toBeNull();
  await laterBy(24);
  expect(await s.batchOf(s.finance)).not.toBeNull();
  expect(await s.reasonOf(payoutId)).toContain("it waits until");
  await laterBy(24);
  expect(await s.reasonOf(payoutId)).toBe("It waits for an approver's signature");
});

test("bytes that were signed before a pause are not sent after it until somebody has signed again", async () => {
  const { payoutId } = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  const { send } = s.t.deps.chain;
  // The endpoints are away when the bytes are signed, so that they wait in the tables.
  s.t.deps.chain.send = async () => ({ taken: 0, refusals: [] });
  await payOut(s.t.deps);
  expect(await s.t.stateOf(payoutId)).toBe("reserved");
  await s.pause();
  await s.liftPause();
  const sent: unknown[] = [];
  s.t.deps.chain.send = async (bytes) => {
    sent.push(bytes);
    return send.call(s.t.deps.chain, bytes);
  };
  await s.t.payAndSettle();
  expect([sent, await s.t.stateOf(payoutId)]).toEqual([[], "reserved"]);
  await s.signRelease();
  await s.t.payAndSettle();
  expect([sent, await s.t.stateOf(payoutId)]).toEqual([[], "reserved"]);
  await approveAll(s.finance);
  s.t.app.time.advance(minute);
  await s.t.payAndSettle();
  expect(await s.t.stateOf(payoutId)).toBe("paid");
  s.t.deps.chain.send = send;
});

test.each(["infinity", "99999-01-01T00:00:00Z"])(
  "a pause that SQL of a request dates %s ends what was signed before, and the worker starts again",
  async (pausedAt) => {
    const { payoutId } = await s.t.handedOver(s.asha);
    await approveAll(s.finance);
    const { id } = (await s.t.finance.call(operatorSession, {})).body.data;
    await withConnection({ url: webUrlOf(s.t.app.databaseUrl), purpose: "test" }, (web) =>
      web.query("select chain_pause(chain_id, $1, 'Look', $2) from chain_wallets limit 1", [id, pausedAt]),
    );
    await payOut(s.t.deps);
    s.t.deps.guard = s.worker.restarted();
    await s.liftPause();
    await s.t.payAndSettle();
    expect(await s.reasonOf(payoutId)).toBe(held);
  },
);

test("a worker's memory that cannot be read lets it start, and nothing is signed", async () => {
  const dataDir = await temporaryFolder();
  const settings = readSettings({
    DATA_DIR: dataDir,
    CHAIN_RPC_URLS: "http://127.0.0.1:1",
    CHAIN_ID: "56",
    COIN_CONTRACT: s.asha.address,
    CHAIN_KEY_FILE: "/keys/hot-wallet",
  });
  await writeFile(join(dataDir, "payout-journal.jsonl"), "nothing\n");
  const { db, clock, publicUrl } = s.t.app.deps;
  const transport = {
    async send() {
      throw new Error("nothing is mailed");
    },
  };
  const { log } = s.t.app.deps;
  const state = () => payoutGuardOf(settings, { db, clock, publicUrl, transport, log }).state();
  expect((await state()).problem).toMatch(/^Line 1 of .*payout-journal.jsonl cannot be read\. Mend it/);
  await rm(join(dataDir, "payout-journal.jsonl"));
  expect((await state()).problem).toMatch(/payout-journal.jsonl is missing.*payouts:memory -- --begin$/);
});

test("two processes that share a memory sign what was signed for either of them", async () => {
  const second = s.worker.restarted();
  await s.advance(25);
  await noteSigning(s.t.deps);
  const { payoutId } = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  s.t.deps.guard = second;
  await s.t.payAndSettle();
  expect(await s.t.stateOf(payoutId)).toBe("paid");
});

test("a new memory takes addresses over with their dates only when somebody says so, and only once", async () => {
  const folder = await temporaryFolder();
  const [plain, told] = [join(folder, "plain"), join(folder, "told")];
  const at = s.t.app.time.now;
  await beginMemory(s.t.app.db, { file: plain, at, takesAddresses: false });
  expect(new PayoutJournal(plain).firstSeen(s.asha.address)).toBeUndefined();
  await beginMemory(s.t.app.db, { file: told, at, takesAddresses: true });
  expect(new PayoutJournal(told).firstSeen(s.asha.address)?.getTime()).toBeLessThan(at.getTime());
  await expect(beginMemory(s.t.app.db, { file: plain, at, takesAddresses: true })).rejects.toThrow(
    "is there already",
  );
});

test("a memory of the release before goes on, and what waits is signed again", async () => {
  const { payoutId } = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  const lines = (await readFile(s.worker.journalFile, "utf8")).split("\n");
  const old = lines.filter((line) => !/"(word|begun)"/.test(line)).join("\n");
  await writeFile(s.worker.journalFile, old);
  await s.t.app.db.updateTable("chain_wallets").set({ approval_words: [], rules_word: null }).execute();
  s.t.deps.guard = s.worker.restarted();
  await noteSigning(s.t.deps);
  await s.t.payAndSettle();
  expect(await s.reasonOf(payoutId)).toBe("It waits for an approver's signature");
  await approveAll(s.finance);
  await s.t.payAndSettle();
  expect(await s.t.stateOf(payoutId)).toBe("paid");
});

test("two pauses never have the same moment, whatever moment SQL of a request gives", async () => {
  const { id } = (await s.t.finance.call(operatorSession, {})).body.data;
  const moments: unknown[] = [];
  for (let pause = 0; pause < 2; pause++) {
    await withConnection({ url: webUrlOf(s.t.app.databaseUrl), purpose: "test" }, (web) =>
      web.query("select chain_pause(chain_id, $1, 'Look', '2026-01-01') from chain_wallets limit 1", [id]),
    );
    const wallet = await s.t.app.db.selectFrom("chain_wallets").select("paused_at").executeTakeFirstOrThrow();
    moments.push(wallet.paused_at?.toISOString());
    await s.liftPause();
  }
  expect(new Set(moments).size).toBe(2);
});

test("a second worker, and an old copy of a worker's memory, sign nothing and say so", async () => {
  const copy = await readFile(s.worker.journalFile);
  // Each day has a new word, which the copy does not know.
  await s.advance(25);
  await noteSigning(s.t.deps);
  const { payoutId } = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  const current = await readFile(s.worker.journalFile);
  await writeFile(s.worker.journalFile, copy);
  s.t.deps.guard = s.worker.restarted();
  await s.t.payAndSettle();
  await noteSigning(s.t.deps);
  expect(await s.reasonOf(payoutId)).toContain("another worker signs for this wallet");
  const { wallet } = (await s.t.finance.call(consoleHotWallet, {})).body.data;
  expect(wallet.signingProblem).toContain("npm run payouts:memory -- --begin");
  await writeFile(s.worker.journalFile, current);
  s.t.deps.guard = s.worker.restarted();
  await s.t.payAndSettle();
  expect(await s.t.stateOf(payoutId)).toBe("paid");
});
