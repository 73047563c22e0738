import * as contract from "@fc/contract/support/console-faq";
import { faq } from "@fc/contract/support/portal";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { operatorSignedIn } from "../../testing/operators.ts";
import { startTestApp, TestClient, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
let support: TestClient;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.updateTable("faq_entries").set({ is_published: false }).execute();
  support = await operatorSignedIn(app, "support");
});

function about(topic: string, isPublished = true): contract.FaqContent {
  return {
    question: { en: `What is ${topic}?`, hi: `${topic} क्या है?` },
    answer: { en: `${topic} is this.`, hi: `${topic} यह है।` },
    isPublished,
  };
}
const add = async (content: contract.FaqContent, operator = support): Promise<number> =>
  (await operator.call(contract.addFaqEntry, { body: content })).body.data.id;
const change = (id: number, body: contract.FaqContent & { version: number }, operator = support) =>
  operator.call(contract.changeFaqEntry, { params: { id }, body });
const all = async (): Promise<contract.FaqEntry[]> => (await support.call(contract.consoleFaq, {})).body.data;
const ids = async () => (await all()).map(({ id }) => id);
const order = (from: number[], to: number[], operator = support) =>
  operator.call(contract.orderFaq, { body: { from, to } });

/** What a visitor reads, in the language of the page. */
async function shown(language = "en"): Promise<string[]> {
  const { method, path } = faq;
  const headers = { "accept-language": language };
  const { body } = await new TestClient(app).send(method, `/api${path}`, undefined, headers);
  return body.data.map(
    ({ question, answer }: { question: string; answer: string }) => `${question} ${answer}`,
  );
}

test("a visitor reads what is published, in the language of the page and in the operators' order", async () => {
  const [first, , third] = [
    await add(about("ROS")),
    await add(about("a pair", false)),
    await add(about("FC")),
  ];
  expect(await shown()).toEqual(["What is ROS? ROS is this.", "What is FC? FC is this."]);
  expect(await shown("hi")).toEqual(["ROS क्या है? ROS यह है।", "FC क्या है? FC यह है।"]);
  const before = await ids();
  const after = [third, ...before.filter((id) => id !== third)];
  expect((await order(before, after)).status).toBe(200);
  expect(await ids()).toEqual(after);
  expect(await shown()).toEqual(["What is FC? FC is this.", "What is ROS? ROS is this."]);
  await change(first, { ...about("ROS", false), version: 1 });
  expect(await shown()).toEqual(["What is FC? FC is this."]);
  const last = await add(about("a leg"));
  expect(await ids()).toEqual([...after, last]);
});

test("of operators who change the same question one does, and the others are told who and when", async () => {
  const id = await add(about("ROS"));
  const others = await Promise.all(Array.from({ length: 3 }, () => operatorSignedIn(app, "admin")));
  const answers = await Promise.all(
    [support, ...others].map((operator, at) =>
      change(id, { ...about(`number ${at}`), version: 1 }, operator),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const entry = (await all()).find((one) => one.id === id)!;
  expect(entry.version).toBe(2);
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    const fields = { by: entry.changedBy, at: app.time.now.toISOString() };
    expect(body).toMatchObject({ code: "DECIDED_ALREADY", fields });
  }
});

test("of operators who order the questions at once one does, and the others are told", async () => {
  await add(about("ROS"));
  await add(about("FC"));
  const from = await ids();
  const to = from.toReversed();
  const other = await operatorSignedIn(app, "admin");
  const answers = await Promise.all([order(from, to), order(from, to, other)]);
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
  expect(await ids()).toEqual(to);
  expect((await order(to, [...to.slice(1), to[1]!])).body.fields).toEqual({
    to: "Each question exactly once",
  });
});

test("what is published is there in every language; a hidden one may still lack Hindi", async () => {
  const half = {
    question: { en: "What is FC?", hi: "" },
    answer: { en: "A coin.", hi: " " },
    isPublished: true,
  };
  expect((await support.call(contract.addFaqEntry, { body: half })).body.fields).toEqual({
    "question.hi": "Please write it in हिन्दी, or hide it",
    "answer.hi": "Please write it in हिन्दी, or hide it",
  });
  const id = await add({ ...half, isPublished: false });
  expect(await shown()).toEqual([]);
  expect((await change(id, { ...half, version: 1 })).body.code).toBe("BAD_REQUEST");
});
