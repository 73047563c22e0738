import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../testing/test-database.ts";
import { applyFunctions, functionFile, functionFiles } from "./functions.ts";
import { migrate } from "./migrate.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Each test begins without the function that it applies. */
beforeEach(async () => {
  await client.query(
    "drop function if exists greeting; delete from schema_functions where name = 'greeting'",
  );
});

const greeting = (revision: number, text: string, parameters = "") =>
  functionFile(
    "greeting",
    `-- revision ${revision}\ncreate or replace function greeting(${parameters}) returns text return '${text}';`,
  );
const greet = async () => (await client.query<{ said: string }>("select greeting() as said")).rows[0]?.said;

test("a function is applied when it is new and when its revision is raised", async () => {
  await applyFunctions(client, [greeting(1, "first")]);
  expect(await greet()).toBe("first");
  await applyFunctions(client, [greeting(2, "second")]);
  expect(await greet()).toBe("second");
});

test("an older release that starts again leaves the newer text in force", async () => {
  await applyFunctions(client, [greeting(5, "newer release")]);
  await applyFunctions(client, [greeting(4, "older release")]);
  expect(await greet()).toBe("newer release");
});

test("another text with the same revision is refused, and nothing of that start is applied", async () => {
  await applyFunctions(client, [greeting(6, "one branch")]);
  const other = functionFile(
    "aside",
    "-- revision 1\ncreate or replace function aside() returns int return 1;",
  );
  await expect(applyFunctions(client, [other, greeting(6, "another branch")])).rejects.toThrow(
    "Function greeting: its text was changed, but not its revision",
  );
  expect(await greet()).toBe("one branch");
  await expect(client.query("select aside()")).rejects.toThrow("does not exist");
});

test("a changed signature is refused: the release before still calls the old one", async () => {
  await applyFunctions(client, [greeting(1, "quiet")]);
  await expect(applyFunctions(client, [greeting(2, "louder", "volume int")])).rejects.toThrow(
    "A changed signature takes a new name",
  );
});

test("a file without a revision or with a mistake is refused by its name", async () => {
  expect(() => functionFile("bare", "create or replace function bare() returns int return 1;")).toThrow(
    'Function bare: the first line must be "-- revision 1"',
  );
  const broken = functionFile("broken", "-- revision 1\ncreate or replace function broken() returns int;");
  await expect(applyFunctions(client, [broken])).rejects.toThrow("Function broken failed");
});

test("a new database and one with older texts and rights end with the same functions", async () => {
  const upgraded = await createTestDatabase();
  const owner = new pg.Client({ connectionString: upgraded.url });
  await owner.connect();
  const fresh = await functionsOf(owner);
  expect(fresh.map(({ name }) => name)).toEqual((await functionFiles()).map(({ name }) => name));
  for (const { name, definition } of fresh) {
    // An older text of each, with the rights that PostgreSQL gives by default and none for the application.
    const older = definition.replace(/\$function\$[^]*\$function\$/, (body) =>
      body.startsWith("$function$\n  select")
        ? body.replace(/order by id| - 1/, "")
        : "$function$ begin end $function$",
    );
    expect(older).not.toBe(definition);
    await owner.query(older);
    await owner.query(
      `grant execute on function ${name} to public; revoke all on function ${name} from fc_app, fc_web`,
    );
  }
  // As a release from before this folder left it: its migrations ran, and no function is recorded.
  await owner.query("delete from schema_functions");
  expect(await functionsOf(owner)).not.toEqual(fresh);
  await migrate(upgraded.url);
  expect(await functionsOf(owner)).toEqual(fresh);
  await owner.end();
  await upgraded.drop();
});

test("worker and requests may call what they need, and nobody may use the triggers' functions", async () => {
  const { rows } = await client.query<{ name: string; app: boolean; web: boolean; everybody: boolean }>(
    `select proname as name, has_function_privilege('fc_app', oid, 'execute') as app,
       has_function_privilege('fc_web', oid, 'execute') as web,
       has_function_privilege('public', oid, 'execute') as everybody
     from pg_proc where ${isOurs} order by proname`,
  );
  expect(rows.filter(({ everybody }) => everybody)).toEqual([]);
  const ofRequests = rows.filter(({ web }) => web).map(({ name }) => name);
  expect(ofRequests).toEqual([
    "chain_give_up",
    "chain_hand_over",
    "chain_match_deposit",
    "chain_pause",
    "chain_set_deposit_aside",
    "chain_take_back",
    "ledger_lock",
    "ledger_month",
    "ledger_newest_lines",
    "ledger_post",
    "ledger_post_many",
    "life_steps",
  ]);
  expect(rows.filter(({ app, web }) => app && !web).map(({ name }) => name)).toEqual([
    "chain_return_to_queue",
    "correction_encrypt",
    "ledger_add_months",
    "member_erase",
    "member_erase_kept",
    "pan_record_encrypt",
  ]);
});

test("no function that runs as the owner looks first for a temporary table, which its caller could have made", async () => {
  const { rows } = await client.query<{ name: string; path: string | null }>(
    `select proname as name, (select setting from unnest(proconfig) setting where setting like 'search_path=%') as path
     from pg_proc where prosecdef and ${isOurs}`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ path }) => !path?.endsWith(", pg_temp"))).toEqual([]);
});

test("the application's own table with a trigger does not get the rights of the owner", async () => {
  await client.query("begin");
  try {
    // Even if somebody had given it this right again.
    await client.query(
      `grant temporary on database ${pg.escapeIdentifier(client.database!)} to fc_app; set local role fc_app`,
    );
    await client.query(`create temporary table pan_records (member_id int, version int, pan_number text,
      encrypted_number bytea, number_index bytea) on commit drop`);
    await client.query(`create function pg_temp.turned() returns trigger language plpgsql as
      $$ begin raise exception 'runs as %', current_user; end $$`);
    await client.query(
      "create trigger turned before update on pan_records execute function pg_temp.turned()",
    );
    // With it, the trigger would run, and refuse.
    await expect(client.query("select pan_record_encrypt(1, 1, '', '')")).resolves.toBeDefined();
  } finally {
    await client.query("rollback");
  }
});

// An extension's functions are in the same schema.
const isOurs = `pronamespace = 'public'::regnamespace
  and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`;

async function functionsOf(owner: pg.Client) {
  const { rows } = await owner.query<{ name: string; definition: string; rights: string[] }>(
    `select proname as name, pg_get_functiondef(oid) as definition,
       array(select right_.grantee::regrole || ' ' || right_.privilege_type
         from aclexplode(coalesce(proacl, acldefault('f', proowner))) right_ order by 1) as rights
     from pg_proc where ${isOurs} order by proname`,
  );
  return rows;
}
