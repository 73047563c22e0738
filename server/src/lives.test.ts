import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "./testing/test-database.ts";

interface Step {
  record: string;
  before: string;
  after: string;
  event: string;
  by: string;
}

/** Each record whose life is in the table, with the column of its state. */
const columns = { staking_requests: "status", withdrawals: "status", chain_payouts: "state" } as const;
const records = Object.keys(columns) as (keyof typeof columns)[];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
let steps: Step[];
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  ({ rows: steps } = await client.query<Step>("select * from life_steps()"));
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The states that the table's own check allows. */
async function statesOf(record: keyof typeof columns): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint
     where conrelid = $1::regclass and contype = 'c' and conname = $2`,
    [record, `${record}_${columns[record]}_check`],
  );
  return [...(rows[0]?.text ?? "").matchAll(/'([\w-]+)'/g)].map(([, state = ""]) => state);
}

test("docs/lives.md draws exactly the steps that the database knows", () => {
  const text = readFileSync(new URL("../../docs/lives.md", import.meta.url), "utf8");
  const drawn = [...text.matchAll(/```mermaid\n(.*?)```/gs)].flatMap(([, picture = ""]) => {
    const record = /%% (\w+)/.exec(picture)?.[1];
    return [...picture.matchAll(/^ +(\w+) --> (\w+): (.+) \((\w+)\)$/gm)].map(
      ([, before = "", after = "", event, by]) => ({
        record,
        before: before.replace("_", "-"),
        after: after.replace("_", "-"),
        event,
        by,
      }),
    );
  });
  const sorted = (list: object[]) => list.map((step) => JSON.stringify(step)).toSorted();
  expect(sorted(drawn)).toEqual(sorted(steps));
});

test.each(records)("%s takes these steps and no other, whoever asks", async (record) => {
  const column = columns[record];
  const states = await statesOf(record);
  const own = steps.filter((step) => step.record === record);
  expect(new Set(own.flatMap(({ before, after }) => [before, after]))).toEqual(new Set(states));
  // The same trigger on a table of the same name that has nothing but the state.
  await client.query(`create schema if not exists bare; create table bare.${record} (${column} text);
    create trigger life_check before update of ${column} on bare.${record} for each row
      when (old.${column} is distinct from new.${column}) execute function life_check('${column}')`);
  for (const before of states) {
    for (const after of states) {
      await client.query(`truncate bare.${record}; insert into bare.${record} values ('${before}')`);
      const change = client.query(`update bare.${record} set ${column} = '${after}'`);
      const isKnown = before === after || own.some((step) => step.before === before && step.after === after);
      if (isKnown) await change;
      else await expect(change).rejects.toThrow(`cannot go from ${before} to ${after}`);
    }
  }
});

test.each(records)("%s is guarded by that trigger", async (record) => {
  const { rows } = await client.query<{ text: string; state: string }>(
    `select pg_get_triggerdef(oid) as text, tgenabled as state from pg_trigger
     where tgrelid = $1::regclass and tgname = 'life_check'`,
    [record],
  );
  expect(rows).toEqual([{ text: expect.stringContaining(`life_check('${columns[record]}')`), state: "O" }]);
});
