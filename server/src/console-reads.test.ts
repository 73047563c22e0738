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

// What `npm run bench -- console` measures at a million members, on a network of some hundred.
let app: TestApp;
let admin: TestClient;
let subjects: Subjects;
beforeAll(async () => {
  app = await startTestApp();
  const { secretKey } = app.deps;
  await generateConsoleNetwork(app.databaseUrl, {
    members: 600,
    now: app.time.now,
    secretKey,
    operatorHash: testPasswordHash,
  });
  admin = await operatorSignedIn(app, "admin");
  subjects = await subjectsOf(app.db, app.time.now);
});
afterAll(() => app.stop());

test("every screen and file of the console is measured by the benchmark", () => {
  const paths = routesOf({} as never).flatMap(({ route: { method, path } }) =>
    method === "GET" && path.startsWith("/console/") ? [path as string] : [],
  );
  expect(Object.keys(consoleReads(subjects)).toSorted()).toEqual(paths.toSorted());
});

test("every screen, search and file that the benchmark measures is answered", async () => {
  const failed: string[] = [];
  for (const [path, addresses] of Object.entries(consoleReads(subjects))) {
    for (const rest of addresses) {
      const { status } = await admin.send("GET", `/api${stemOf(path)}${rest}`);
      if (status !== 200) failed.push(`${status} ${stemOf(path)}${rest}`);
    }
  }
  expect(failed).toEqual([]);
});

test("the member of the benchmark is found by each trace", async () => {
  for (const search of traceSearches(subjects)) {
    const { body } = await admin.send("POST", "/api/console/members/find", search);
    const found = (body.data as { refId: string }[]).map(({ refId }) => refId);
    expect([search.by, found.includes(subjects.refId)]).toEqual([search.by, true]);
  }
});
