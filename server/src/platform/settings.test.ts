import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readSettings, settingNames } from "./settings.ts";

test("nothing needs to be set to try it out", () => {
  expect(readSettings({})).toMatchObject({ port: 3000, host: "127.0.0.1", production: false, demo: true });
});

/** Whatever is written there may be right. */
const anyText = ["HOST", "DATA_DIR", "DKIM_KEY_FILE", "CHAIN_KEY_FILE", "BACKUP_DIR"];
const wrongValues: [name: string, value: string][] = [
  ["PORT", "three thousand"],
  ["PORT", "70000"],
  ["PUBLIC_URL", "portal"],
  ["DATABASE_URL", "mysql://localhost/fc"],
  ["SMTP_URL", "http://localhost"],
  ["FILES_URL", "https://s3.example.com/bucket"],
  ["NODE_ENV", "prod"],
  ["SECRET_KEY", "short"],
  ["LOG_LEVEL", "loud"],
  ["TRUST_PROXY", "perhaps"],
  ["MAIL_FROM", "FC Portal"],
  ["DATABASE_POOL_SIZE", "0"],
  ["ALERT_WEBHOOK_URL", "alerts.example.com"],
  ["ALERT_WEBHOOK_URL", "https://user:password@alerts.example.com"],
  ["ALERT_WEBHOOK_SECRET", "whsec_short"],
  ["CHAIN", "main"],
  ["CHAIN_RPC_URLS", "rpc.example.com"],
  ["CHAIN_RPC_URLS", "https://rpc.example.com,https://rpc.example.com"],
  ["CHAIN_ID", "bsc"],
  ["COIN_CONTRACT", "0x1234"],
  ["CHAIN_SIGNER_URL", "signer.example.com"],
  ["DRAIN_SECONDS", "60"],
  ["DATABASE_OWNER_URL", "localhost/fc"],
  ["DATABASE_READ_URL", "localhost/fc"],
  ["STATEMENT_TIMEOUT_MS", "50"],
  ["MAIL_BOUNCE", "bounces+fc@example.com"],
  ["DKIM_DOMAIN", "example .com"],
  ["DKIM_SELECTOR", "fc_2026 "],
  ["MAIL_INBOX_PORT", "-1"],
  ["SECRET_KEY_PREVIOUS", "short"],
  ["METRICS_TOKEN", "short"],
  ["PUSH_HOSTS", "https://push.example.com/path"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector.example.com"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "authorization"],
  ["OTEL_TRACES_SAMPLER_ARG", "2"],
  ["BACKUP_EVERY_HOURS", "0"],
  ["BACKUP_KEEP", "0"],
  ["WORKER", "perhaps"],
  ["MIGRATE", "perhaps"],
  ["DEMO", "perhaps"],
];

test.each(wrongValues)("a wrong setting is named: %s=%s", (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    new RegExp(`^Please correct these settings:\n {2}${name}: `),
  );
});

test("of every setting a wrong value is tried, unless any text is right", () => {
  expect(new Set([...wrongValues.map(([name]) => name), ...anyText])).toEqual(new Set(settingNames));
});

test.each([
  ["1", 1],
  ["true", 1],
  ["2", 2],
  ["false", false],
  ["10.0.0.0/8", "10.0.0.0/8"],
])("TRUST_PROXY=%s trusts no more than that", (value, trustProxy) => {
  expect(readSettings({ TRUST_PROXY: value })).toMatchObject({ trustProxy });
});

const production = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://portal.example.com/",
  SMTP_URL: "smtp://mail.example.com",
  SECRET_KEY: "k".repeat(32),
  MAIL_FROM: "FC Portal <no-reply@example.com>",
  TRUST_PROXY: "1",
};

test("in production there is no demo, no mail catcher and no generated key", () => {
  expect(readSettings(production)).toMatchObject({ demo: false, publicUrl: "https://portal.example.com" });
  expect(() => readSettings({ ...production, DEMO: "true" })).toThrow("DEMO");
  expect(() => readSettings({ ...production, CHAIN: "local" })).toThrow("CHAIN");
  expect(() => readSettings({ ...production, PUBLIC_URL: "http://portal.example.com" })).toThrow("https");
  const ALERT_WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  expect(
    readSettings({ ...production, ALERT_WEBHOOK_URL: "https://alerts.example.com/fc", ALERT_WEBHOOK_SECRET }),
  ).toMatchObject({ alertWebhook: { url: "https://alerts.example.com/fc", key: Buffer.alloc(32, 1) } });
  const plain = { ALERT_WEBHOOK_URL: "http://alerts.example.com/fc", ALERT_WEBHOOK_SECRET };
  expect(() => readSettings({ ...production, ...plain })).toThrow("ALERT_WEBHOOK_URL");
  for (const name of ["PUBLIC_URL", "SMTP_URL", "SECRET_KEY", "MAIL_FROM", "TRUST_PROXY"]) {
    expect(() => readSettings({ ...production, [name]: "" })).toThrow(name);
  }
});

const chain = {
  CHAIN_RPC_URLS: "https://one.example.com, https://two.example.com/key",
  CHAIN_ID: "56",
  COIN_CONTRACT: `0x${"ab".repeat(20)}`,
};

test("a node without a worker has no key of the hot wallet", () => {
  const withKey = { ...chain, CHAIN_KEY_FILE: "/keys/hot-wallet" };
  expect(readSettings(withKey).chain).toEqual({
    rpcUrls: ["https://one.example.com", "https://two.example.com/key"],
    chainId: 56,
    contract: chain.COIN_CONTRACT,
    signer: { kind: "file", keyFile: "/keys/hot-wallet" },
  });
  expect(readSettings({ ...withKey, WORKER: "false" }).chain?.signer).toBeUndefined();
  expect(readSettings({}).chain).toBeUndefined();
});

test.each([
  [{ CHAIN_RPC_URLS: chain.CHAIN_RPC_URLS, CHAIN_ID: "56" }, "COIN_CONTRACT"],
  [{ CHAIN_KEY_FILE: "/keys/hot-wallet" }, "CHAIN_KEY_FILE"],
  [{ ...chain, CHAIN_KEY_FILE: "/key", CHAIN_SIGNER_URL: "https://signer.example.com" }, "CHAIN_SIGNER_URL"],
  [{ ...chain, CHAIN: "local" }, "CHAIN_ID"],
  [{ DATABASE_OWNER_URL: "postgres://owner@db.example.com/fc" }, "DATABASE_OWNER_URL"],
  [{ DATABASE_READ_URL: "postgres://portal@replica.example.com/fc" }, "DATABASE_READ_URL: set DATABASE_URL"],
  [
    {
      DATABASE_URL: "postgres://portal@db.example.com/fc",
      DATABASE_READ_URL: "postgres://owner@replica.example.com/fc",
    },
    "DATABASE_READ_URL: must sign in with the login of DATABASE_URL",
  ],
  [{ DKIM_DOMAIN: "example.com" }, "DKIM_SELECTOR"],
  [{ ALERT_WEBHOOK_URL: "https://alerts.example.com" }, "ALERT_WEBHOOK_SECRET"],
  [{ MAIL_INBOX_PORT: "8025", SMTP_URL: "smtp://mail.example.com" }, "MAIL_INBOX_PORT"],
])("settings that contradict each other are named: %o", (settings, name) => {
  expect(() => readSettings(settings)).toThrow(name);
});

const chainPlace = { ...chain, WORKER: "true" };
const dkimPlace = { DKIM_DOMAIN: "example.com", DKIM_SELECTOR: "fc", DKIM_KEY_FILE: "/keys/dkim" };
const webhook = {
  ALERT_WEBHOOK_URL: "https://alerts.example.com",
  ALERT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString("base64")}`,
};
const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example.com" };
const portal = { DATABASE_URL: "postgres://portal@db.example.com/fc" };
const backups = { BACKUP_DIR: "/backups" };

/** Another value than the default of each setting, and what has to be set beside it. */
const rightValues: [name: string, value: string, beside?: Record<string, string>][] = [
  ["NODE_ENV", "production", { ...production, NODE_ENV: "development" }],
  ["HOST", "0.0.0.0"],
  ["PORT", "8080"],
  ["PUBLIC_URL", "https://portal.example.com"],
  ["DATA_DIR", "/data"],
  ["DATABASE_URL", portal.DATABASE_URL],
  ["DATABASE_OWNER_URL", "postgres://owner@db.example.com/fc", portal],
  ["DATABASE_READ_URL", "postgres://portal@replica.example.com/fc", portal],
  ["DATABASE_POOL_SIZE", "5"],
  ["STATEMENT_TIMEOUT_MS", "20000"],
  ["FILES_URL", "https://KEY:SECRET@s3.example.com/bucket?region=ap-south-1"],
  ["SMTP_URL", "smtp://mail.example.com"],
  ["MAIL_FROM", "Coins <no-reply@example.com>"],
  ["MAIL_BOUNCE", "bounces@example.com"],
  ["DKIM_DOMAIN", "mail.example.com", dkimPlace],
  ["DKIM_SELECTOR", "autumn", dkimPlace],
  ["DKIM_KEY_FILE", "/keys/other", dkimPlace],
  ["MAIL_INBOX_PORT", "8026"],
  ["SECRET_KEY", "k".repeat(32)],
  ["SECRET_KEY_PREVIOUS", "p".repeat(32), { SECRET_KEY: "k".repeat(32) }],
  ["TRUST_PROXY", "2"],
  ["METRICS_TOKEN", "a token of sixteen"],
  ["ALERT_WEBHOOK_URL", "https://other.example.com", webhook],
  ["ALERT_WEBHOOK_SECRET", `whsec_${Buffer.alloc(32, 2).toString("base64")}`, webhook],
  ["PUSH_HOSTS", "push.example.com"],
  ["CHAIN", "local"],
  ["CHAIN_RPC_URLS", "https://three.example.com", chainPlace],
  ["CHAIN_ID", "97", chainPlace],
  ["COIN_CONTRACT", `0x${"cd".repeat(20)}`, chainPlace],
  ["CHAIN_KEY_FILE", "/keys/hot-wallet", chainPlace],
  ["CHAIN_SIGNER_URL", "https://signer.example.com", chainPlace],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "https://other.example.com", collector],
  ["OTEL_EXPORTER_OTLP_HEADERS", "authorization=token", collector],
  ["OTEL_TRACES_SAMPLER_ARG", "0.1", collector],
  ["LOG_LEVEL", "error"],
  ["BACKUP_DIR", "/backups"],
  ["BACKUP_EVERY_HOURS", "1", backups],
  ["BACKUP_KEEP", "3", backups],
  ["WORKER", "false"],
  ["MIGRATE", "false"],
  ["DRAIN_SECONDS", "3"],
  ["DEMO", "false"],
];

test.each(rightValues)("the setting %s=%s changes something", (name, value, beside = {}) => {
  expect(readSettings({ ...beside, [name]: value })).not.toEqual(readSettings(beside));
});

test("of every setting it is tried whether it changes something", () => {
  expect(new Set(rightValues.map(([name]) => name))).toEqual(new Set(settingNames));
});

test("the README's table lists every setting and no other", async () => {
  const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
  const listed = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(settingNames));
});
