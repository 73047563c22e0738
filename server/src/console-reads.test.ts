import { csvTime } from "@fc/contract/csv-time";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routesOf } from "./app.ts";
import {
  consoleReads,
  stemOf,
  subjectsOf,
  traceSearches,
  type Subjects,
} from "./testing/console-network/calls.ts";
import { generateConsoleNetwork } from "./testing/console-network/generate.ts";
import { operatorSignedIn } from "./testing/operators.ts";
import { testPasswordHash } from "./testing/password.ts";
import { startTestApp, type TestApp, type TestClient } from "./testing/test-app.ts";

// What `npm run bench -- console` measures at a million members, on a network of two thousand.
let app: TestApp;
let admin: TestClient;
let subjects: Subjects;
beforeAll(async () => {
  app = await startTestApp();
  const { secretKey } = app.deps;
  await generateConsoleNetwork(app.databaseUrl, {
    members: 2000,
    now: app.time.now,
    secretKey,
    operatorHash: testPasswordHash,
  });
  admin = await operatorSignedIn(app, "admin");
  subjects = await subjectsOf(app.db, app.time.now);
});
afterAll(() => app.stop());

const paths = routesOf({} as never).flatMap(({ route: { method, path } }) =>
  method === "GET" && path.startsWith("/console/") ? [path as string] : [],
);

test("every screen and file of the console is measured by the benchmark", () => {
  expect(Object.keys(consoleReads(subjects)).toSorted()).toEqual(paths.toSorted());
});

test.each(paths)("each search that the benchmark measures is answered: %s", async (path) => {
  const failed: string[] = [];
  for (const rest of consoleReads(subjects)[path]!) {
    const { status } = await admin.send("GET", `/api${stemOf(path)}${rest}`);
    if (status !== 200) failed.push(`${status} ${stemOf(path)}${rest}`);
  }
  expect(failed).toEqual([]);
});

// A file is read in batches of a thousand rows; the second one must begin where the screen goes on, also where many
// rows share an amount or a time. Each list has a way of its own to find that place.
interface ListedRow {
  id: number;
  refId: string;
  reference: string;
  at: string;
  member: { name: string };
}
const longFiles: Record<string, (row: ListedRow) => string> = {
  "/console/members?": ({ refId }) => refId,
  "/console/stakingRequests?sort=respondedAt&order=desc": ({ reference }) => reference,
  "/console/stakingRequests?sort=amount&order=asc": ({ reference }) => reference,
  "/console/withdrawals?sort=amount&order=desc": ({ reference }) => reference,
  "/console/kyc?": ({ member: { name } }) => name,
  "/console/log?": ({ at }) => csvTime(at),
  "/console/ledger/entries?": ({ id }) => String(id),
};
test.each(Object.entries(longFiles))(
  "the file of %s goes on after its first thousand rows where the screen does",
  async (address, firstCell) => {
    const [path, query] = address.split("?");
    const shown: string[] = [];
    let place = "";
    for (let page = 2; shown.length < 1100; page++) {
      const { body } = await admin.send("GET", `/api${path}?${query}&size=100${place}`);
      expect(body.data).toHaveLength(100);
      shown.push(...body.data.map(firstCell));
      place = "next" in body ? `&cursor=${encodeURIComponent(body.next)}` : `&page=${page}`;
    }
    const { body: file } = await admin.send("GET", `/api${path}/csv?${query}`);
    const lines = String(file).trim().split("\r\n").slice(1, 1101);
    expect(lines.map((line) => line.split(",")[0])).toEqual(shown);
  },
);

test("the member of the benchmark is found by each trace", async () => {
  for (const search of traceSearches(subjects)) {
    const { body } = await admin.send("POST", "/api/console/members/find", search);
    const found = (body.data as { refId: string }[]).map(({ refId }) => refId);
    expect([search.by, found.includes(subjects.refId)]).toEqual([search.by, true]);
  }
});
