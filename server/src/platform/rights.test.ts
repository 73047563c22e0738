import { readFile } from "node:fs/promises";
import { inject, expect, test } from "vitest";
import { asOwner } from "../testing/database-content.ts";
import { rightsTable } from "./rights.ts";

const security = new URL("../../../docs/security.md", import.meta.url);

test("docs/security.md has the rights of requests and of the worker as the database has them", async () => {
  const [, written] =
    /<!-- npm run rights -->\n([^]*?)\n<!-- end -->/.exec(await readFile(security, "utf8")) ?? [];
  // After a migration changed rights: npm run rights, and paste what it prints between the two marks.
  expect(written?.split("\n")).toEqual((await asOwner(inject("templateUrl"), rightsTable)).split("\n"));
});

test("requests may do nothing that the worker may not, and may write no table of the chain", async () => {
  const beyond = await asOwner(inject("templateUrl"), (owner) =>
    owner.query(`select relname, attname, right_ from pg_class join pg_attribute on attrelid = pg_class.oid
        cross join unnest(array['select', 'insert', 'update', 'references']) right_
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and attnum > 0
        and not attisdropped and has_column_privilege('fc_web', attrelid, attnum, right_)
        and (not has_column_privilege('fc_app', attrelid, attnum, right_)
          or relname like 'chain\\_%' and right_ <> 'select')`),
  );
  expect(beyond.rows).toEqual([]);
});
