import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import * as z from "zod";

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().default(false),
      dev: z.boolean().default(false),
      optional: z.boolean().default(false),
      os: z.array(z.string()).default([]),
      dependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});
type Packages = z.output<typeof lockSchema>["packages"];

const { packages } = lockSchema.parse(
  JSON.parse(await readFile(new URL("../package-lock.json", import.meta.url), "utf8")),
);

/** Whether a package at this place finds another one, as Node looks for it: in each folder above. */
function finds(known: Packages, place: string, name: string): boolean {
  const folders = place === "" ? [] : place.split("/node_modules/");
  const places = folders.map((_, at) => `${folders.slice(0, at + 1).join("/node_modules/")}/node_modules`);
  return ["node_modules", ...places].some((folder) => known[`${folder}/${name}`] !== undefined);
}

function missingIn(known: Packages): string[] {
  return Object.entries(known).flatMap(([place, { dependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(([name]) => !finds(known, place, name))
      .map(([name, version]) => `${name}@${version} of ${place}`),
  );
}

test("the lockfile has the packages of every platform, or npm ci refuses it on all of them", () => {
  expect(missingIn(packages)).toEqual([]);
  const { "node_modules/@rolldown/binding-darwin-arm64": ofMac, ...others } = packages;
  expect(ofMac).toBeDefined();
  expect(missingIn(others)).toHaveLength(1);
});

test("the lockfile names no registry, and the checksum of all that the product runs with", () => {
  const remote = Object.entries(packages).filter(
    ([place, { link }]) => place.startsWith("node_modules/") && !link,
  );
  expect(remote.length).toBeGreaterThan(500);
  expect(remote.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  // Tools of the development for other platforms may lack it: their registry is asked when they are installed.
  const unpinned = remote.filter(([, { integrity }]) => integrity === undefined);
  expect(unpinned.filter(([, { dev, optional, os }]) => !dev || !optional || os.length === 0)).toEqual([]);
});
