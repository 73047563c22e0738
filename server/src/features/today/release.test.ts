import { hostname } from "node:os";
import { consoleRelease, consoleToday } from "@fc/contract/today/console";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operatorNews } from "../../platform/changelog.ts";
import { day, hour } from "../../platform/clock.ts";
import { atomically } from "../../platform/db.ts";
import { isReleaseBeforeGone, nodeAt, reportNode, type Node } from "../../platform/nodes.ts";
import { releaseVersion } from "../../platform/release.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const viewer = () => operatorSignedIn(app, "viewer");
const release = async () => (await (await viewer()).call(consoleRelease, {})).body.data;
const todays = async () => (await (await viewer()).call(consoleToday, {})).body.data.release;

test("operators see which release runs, and which nodes run another one", async () => {
  const here = { version: releaseVersion };
  expect(await todays()).toEqual({ ...here, differentNodes: 0 });
  const since = { unsafe: [], reported_at: new Date(app.time.now.getTime() - 30_000) };
  const longAgo = { unsafe: [], reported_at: new Date(app.time.now.getTime() - 2 * hour) };
  await app.db
    .insertInto("nodes")
    .values([
      { node: "same", ...here, ...since },
      { node: "other", version: "0.0.9", ...since },
      { node: "stopped", version: "0.0.8", ...longAgo },
    ])
    .execute();
  // A node that is too old to name its release reports its disks alone.
  const disk = { folder: "/", free_bytes: 1n, total_bytes: 2n, reported_at: since.reported_at };
  await app.db
    .insertInto("node_disks")
    .values([
      { node: "oldest", ...disk },
      { node: "same", ...disk },
    ])
    .execute();
  expect(await todays()).toEqual({ ...here, differentNodes: 2 });
  const { version, nodes } = await release();
  expect(version).toBe(releaseVersion);
  const versions = new Map(nodes.map((each: { node: string; version: string }) => [each.node, each.version]));
  expect(versions.get("same")).toBe(releaseVersion);
  expect(versions.get("other")).toBe("0.0.9");
  expect(versions.get("oldest")).toBeNull();
  expect(versions.has("stopped")).toBe(false);
  app.time.advance(day);
  expect((await todays()).differentNodes).toBe(0);
});

test("each process is a node of its own, on one machine and on two of one name", async () => {
  const report = (node: Node, isFirst = false) =>
    atomically(app.db, reportNode, { node, unsafe: [], isFirst, now: app.time.now });
  const named = async () => {
    const { nodes } = await release();
    return nodes.map(({ node }: { node: string }) => node).filter((name: string) => /:400[12]$/.test(name));
  };
  const [one, two, again] = [nodeAt(4001), nodeAt(4002), nodeAt(4001)];
  await report(one, true);
  await report(two, true);
  expect(await named()).toEqual([one.name, two.name]);
  // Started again on its port, it takes the place of the process before.
  await report(again, true);
  expect(await named()).toEqual([one.name, two.name]);
  // So does another machine of this name, until the first one reports again.
  await report(one);
  await report(again);
  expect(await named()).toEqual([one.name, one.name, two.name]);
  // The release before, beside them on the same machine, knows only the machine's name.
  expect(await isReleaseBeforeGone(app.db, app.time.now)).toBe(true);
  await app.db
    .insertInto("node_disks")
    .values({ node: hostname(), folder: "/", free_bytes: 1n, total_bytes: 2n, reported_at: app.time.now })
    .execute();
  expect(await isReleaseBeforeGone(app.db, app.time.now)).toBe(false);
});

test("operators read what the newest release that changes anything for them says, without marks", async () => {
  expect((await release()).news.text).toMatch(/^- \w/);
  const changelog = `# Changelog

## [Unreleased]

### Members

- Something else.

## [0.2.0] - 2026-12-01

### Operators

- **New**: \`npm run x\`, see [the docs](docs/x.md#y).
- Another one.

### Running it

- Nothing.

## [0.1.0] - 2026-11-17

### Operators

- The first.
`;
  expect(operatorNews(changelog)).toEqual({
    heading: "0.2.0",
    text: "- New: npm run x, see the docs.\n- Another one.",
  });
  expect(operatorNews("# Changelog\n")).toBeUndefined();
});
