import { randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { requestOutcome, sendOtp, verifyOtp } from "@fc/contract/otp/portal";
import { transferCoins } from "@fc/contract/transfer/portal";
import { expect, test } from "vitest";
import { stopWithBooksRight } from "../../testing/books.ts";
import { fund, setSetting, walletsOf } from "../../testing/money.ts";
import { ApiProcess } from "../../testing/soak/api-process.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { newestCode, signedIn, startTestApp, TestClient } from "../../testing/test-app.ts";

test("a server that is killed between commit and answer leaves one movement, which the next server finds", async () => {
  const own = await startTestApp();
  // The killed server is a process of its own and has the time of the machine.
  own.time.now = new Date();
  const [sender, other] = [await own.addMember(), await own.addMember()];
  await setSetting(own.databaseUrl, "transfer", { betweenMembers: true });
  await fund(own.db, sender, { transfer: 5000 }, own.time.now);
  const browser = await signedIn(own, sender);
  const change = { fromRefId: sender.refId, toRefId: other.refId, amount: 1000 };
  const params = { userId: sender.id };
  await browser.call(sendOtp, { params, body: { purpose: "transfer", change } });
  const otp = await newestCode(own, sender);
  await browser.call(verifyOtp, { params: { ...params, otp }, query: {} });

  const doomed = new ApiProcess({
    DATABASE_URL: own.databaseUrl,
    SECRET_KEY: own.deps.secretKey.text,
    DATA_DIR: await temporaryFolder(),
    MAIL_INBOX_PORT: "0",
    WORKER: "false",
  });
  await doomed.start();
  // Stands before the server and kills it as soon as it answers: the answer reaches nobody.
  const proxy = http.createServer((request, response) => {
    const { method, headers, url } = request;
    const passed = http.request(new URL(url!, doomed.url), { method, headers }, () => {
      void doomed.kill().then(() => response.destroy());
    });
    request.pipe(passed);
    passed.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  const through = new TestClient({ url: `http://127.0.0.1:${port}` });
  through.token = browser.token;
  for (const [name, value] of browser.cookies) through.cookies.set(name, value);

  const key = randomUUID();
  await expect(through.call(transferCoins, { body: change }, key)).rejects.toThrow("fetch failed");
  const { data } = (await browser.call(requestOutcome, { params: { ...params, key } })).body;
  expect(data).toEqual({ state: "done", reference: expect.any(String) });
  const again = await browser.call(transferCoins, { body: change }, key);
  expect(again.body.data.reference).toBe(data.reference);
  expect(await walletsOf(own.db, other)).toMatchObject({ transfer: 1000 });
  proxy.close();
  await stopWithBooksRight(own);
});
