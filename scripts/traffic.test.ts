import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Load } from "../bench/traffic-load.ts";
import { prepareTraffic } from "../bench/traffic-members.ts";
import { dayMix, Errands } from "../bench/traffic-mix.ts";
import { stopWithBooksRight } from "../server/src/testing/books.ts";
import { keepMails, newestCode } from "../server/src/testing/soak/kept-mails.ts";
import { startTestApp, type TestApp } from "../server/src/testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => stopWithBooksRight(app));

test("members do all that a day of `bench -- traffic` consists of, and the ledger is right afterwards", async () => {
  const members = await prepareTraffic(app.databaseUrl, { members: 60, now: app.time.now });
  const owner = new pg.Pool({ connectionString: app.databaseUrl, max: 2 });
  await owner.query(keepMails);
  const codeOf = async (email: string) =>
    (await owner.query<{ code: string }>(newestCode, [email])).rows[0]!.code;
  const load = new Load(app.url, new Errands({ members, codeOf }));
  const mix = Object.fromEntries(Object.keys(dayMix).map((errand) => [errand, 1]));
  const { errors, times } = await load.offer({ mix, requestsPerSecond: 40, seconds: 2 });
  load.close();
  await owner.end();
  expect(Object.fromEntries(errors)).toEqual({});
  expect([...times.keys()].toSorted()).toEqual(
    [...Object.keys(dayMix), "code entered", "code sent"].toSorted(),
  );
});
