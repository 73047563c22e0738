import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { sendOtp } from "@fc/contract/otp/portal";
import { endOfDay, indiaDayOf } from "@fc/contract/period";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { nextDayToClose } from "../../core/plan/calendar.ts";
import { closeDay } from "../../core/plan/closing.ts";
import { testPassword } from "../../testing/password.ts";
import { ApiProcess } from "../../testing/soak/api-process.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { signedIn, startTestApp, TestClient, type TestApp } from "../../testing/test-app.ts";
import { createLog } from "../logger.ts";
import { traced as inSpan } from "./spans.ts";
import { startTracing } from "./start.ts";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: { traceId: string; spanId: string }[];
}

/** Takes spans as an OpenTelemetry collector does. */
const collector = {
  spans: [] as Span[],
  tokens: new Set<string | undefined>(),
  status: 200,
  hangs: false,
  server: http.createServer(),
};
async function takeSpans(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  if (collector.status === 200 && request.url === "/otlp/v1/traces") {
    collector.spans.push(...JSON.parse(text).resourceSpans[0].scopeSpans[0].spans);
    collector.tokens.add(request.headers.authorization);
  }
  if (!collector.hangs) response.writeHead(collector.status).end("{}");
}

let endpoint: string;
let app: TestApp;

beforeAll(async () => {
  collector.server.on("request", (request, response) => void takeSpans(request, response));
  collector.server.listen(0, "127.0.0.1");
  await once(collector.server, "listening");
  endpoint = `http://127.0.0.1:${(collector.server.address() as AddressInfo).port}/otlp`;
  app = await startTestApp();
});
afterAll(async () => {
  await app.stop();
  collector.server.close();
});
beforeEach(() => {
  collector.spans = [];
  collector.hangs = false;
});

const factsOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test("a request, its batch and transaction, and the job and mail it causes are seen under its request id", async () => {
  app.time.now = new Date();
  const member = await app.addMember();
  const browser = await signedIn(app, member);
  const traced = new ApiProcess({
    DATABASE_URL: app.databaseUrl,
    SECRET_KEY: app.deps.secretKey.text,
    DATA_DIR: await temporaryFolder(),
    MAIL_INBOX_PORT: "0",
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-collector",
  });
  onTestFinished(async () => void (await traced.stop()));
  await traced.start();
  const client = new TestClient({ url: traced.url! });
  client.token = browser.token;
  for (const [name, value] of browser.cookies) client.cookies.set(name, value);
  const change = { userId: member.id, oldPassword: testPassword, newPassword: "Monsoon-Mango-8" };
  const { headers } = await client.call(sendOtp, {
    params: { userId: member.id },
    body: { purpose: "change-password", change },
  });
  const requestId = headers.get("x-request-id")!;
  // The process may send other mails too, an alert's for example.
  const ownSpans = () => collector.spans.filter((span) => factsOf(span)["fc.request_id"] === requestId);
  await expect.poll(() => ownSpans().map(({ name }) => name)).toContain("mail");
  await traced.stop();

  const own = ownSpans();
  const ownNamed = (name: string) => own.find((span) => span.name === name);
  expect(own.map(({ name }) => name)).toEqual(
    expect.arrayContaining([`POST /api${sendOtp.path}`, "batch sessions", "job send-mail", "mail"]),
  );
  const call = ownNamed(`POST /api${sendOtp.path}`)!;
  expect(factsOf(call)["http.response.status_code"]).toBe("200");
  const transaction = own.find(({ name }) => name.startsWith("transaction "))!;
  expect(transaction).toMatchObject({ traceId: call.traceId, parentSpanId: call.spanId });
  expect(ownNamed("batch sessions")?.links).toContainEqual({ traceId: call.traceId, spanId: call.spanId });
  const sending = own.find(({ spanId }) => spanId === ownNamed("mail")?.parentSpanId);
  expect(sending).toMatchObject({
    name: "transaction sendUnsent",
    parentSpanId: ownNamed("job send-mail")?.spanId,
  });
  expect(collector.tokens).toEqual(new Set(["Bearer of-the-collector"]));
  expect(JSON.stringify(collector.spans)).not.toContain(member.email);
});

/** The process of the test above may have begun the closings. */
const nextDay = async () => (await nextDayToClose(app.db)) ?? indiaDayOf(app.time.now);

test("each step of a closing is seen, also those of a time in which the collector was away", async () => {
  const stop = await startTracing({ endpoint, headers: {}, share: 1 }, createLog("silent"));
  collector.status = 503;
  const day = await nextDay();
  await closeDay(app.db, { day, now: new Date(endOfDay(day).getTime() + 1) });
  await stop();
  expect(collector.spans).toEqual([]);
  collector.status = 200;
  await stop();
  const steps = collector.spans.filter(({ name }) => name === "closing step").map(factsOf);
  expect(steps.map((facts) => facts["fc.state_after"])).toEqual(expect.arrayContaining(["open", "sealed"]));
  expect(new Set(steps.map((facts) => facts["fc.day"]))).toEqual(new Set([day]));
});

test("where no share is wanted, nothing is sent", async () => {
  const stop = await startTracing({ endpoint, headers: {}, share: 0 }, createLog("silent"));
  await new TestClient(app).call(sendOtp, {
    params: { userId: 1 },
    body: { purpose: "change-password", change: {} },
  });
  await stop();
  expect(collector.spans).toEqual([]);
});

test("a collector that takes spans and never answers does not keep a stop waiting", async () => {
  const stop = await startTracing({ endpoint, headers: {}, share: 1 }, createLog("silent"), 200);
  collector.hangs = true;
  await new TestClient(app).call(sendOtp, {
    params: { userId: 1 },
    body: { purpose: "change-password", change: {} },
  });
  const began = performance.now();
  await stop();
  expect(performance.now() - began).toBeLessThan(5000);
  expect(collector.spans).not.toEqual([]);
});

test("a collector that is away gets the newest 10,000 spans when it is back", async () => {
  const stop = await startTracing({ endpoint, headers: {}, share: 1 }, createLog("silent"));
  collector.status = 503;
  for (let number = 0; number <= 10_000; number++)
    await inSpan({ name: "numbered", facts: { "fc.number": number } }, async () => {});
  collector.status = 200;
  await stop();
  const numbers = collector.spans
    .filter(({ name }) => name === "numbered")
    .map((span) => Number(factsOf(span)["fc.number"]));
  expect(numbers).toHaveLength(10_000);
  expect(numbers).not.toContain(0);
});
