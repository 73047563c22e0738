import { rm } from "node:fs/promises";
import { dashboard } from "@fc/contract/dashboard/portal";
import { operatorLogin } from "@fc/contract/operators/console";
import { userChart } from "@fc/contract/tree/portal";
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoLogins, demoPassword, secondDemoOperator } from "../seeds/demo-logins.ts";
import { demoSizeOf } from "./demo-size.ts";
import { startServerHere } from "./testing/commands.ts";
import { asOwner } from "./testing/database-content.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";
import { TestClient } from "./testing/test-app.ts";
import { createTestDatabase } from "./testing/test-database.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await temporaryFolder();
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const env = () => ({ DATABASE_URL: database.url, DATA_DIR: folder, DEMO: "true" });

test("a demo has as many members as were asked for, and its logins work in portal and console", async () => {
  const server = await startServerHere(env(), { members: 500 });
  try {
    const asha = new TestClient(server);
    expect((await asha.logIn(demoLogins[0].refId, demoPassword)).body.isAuth).toBe(true);
    const params = { userId: 1 };
    const home = (await asha.call(dashboard, { params })).body.data;
    expect(home.totalStaking).toBeGreaterThan(0);
    const { body } = await asha.call(userChart, { params, query: {} });
    const { left, right } = body.output.attributes;
    expect(left.users + right.users).toBe(499);
    const operator = { email: secondDemoOperator.email, password: demoPassword };
    expect((await new TestClient(server).call(operatorLogin, { body: operator })).status).toBe(200);
    const rewards = await asOwner(database.url, async (owner) => {
      const { rows } = await owner.query<{ day: string; is_covered: boolean }>(
        `select day::text, due_fc > 0 and available_fc >= due_fc as is_covered from closings order by day`,
      );
      return rows.map(({ is_covered }) => is_covered);
    });
    expect(rewards).toEqual([true, true, true]);
  } finally {
    await server.stop();
  }
  await expect(startServerHere(env(), { members: 500 })).rejects.toThrow(
    "--members fills a new database, and this one was filled before. Start without it",
  );
  const again = await startServerHere(env());
  await again.stop();
});

test("without the demo there is no size of it", async () => {
  const off = { ...env(), DEMO: "false" };
  await expect(startServerHere(off, { members: 500 })).rejects.toThrow("there is no demo here");
});

test.each([
  [[], undefined],
  [["--members", "10"], 10],
  [["--members=5000000"], 5_000_000],
])("the start's arguments %j ask for a demo of %s members", (args, members) => {
  expect(demoSizeOf(args)).toBe(members);
});

test.each([["--members", "9"], ["--members", "5000001"], ["--members", "many"], ["--members"], ["100"]])(
  "%j %s is no size of a demo",
  (...args) => {
    expect(() => demoSizeOf(args)).toThrow("npm start -- --members 100000");
  },
);
