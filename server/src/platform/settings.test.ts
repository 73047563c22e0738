import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { settingNames } from "./environment.ts";
import { readSettings, SettingsError } from "./settings.ts";

test("nothing needs to be set to try it out", () => {
  expect(readSettings({})).toMatchObject({ port: 3000, host: "127.0.0.1", production: false, demo: true });
});

/** Whatever is written there may be right. */
const anyText = [
  "HOST",
  "DATA_DIR",
  "DKIM_KEY_FILE",
  "CHAIN_KEY_FILE",
  "CHAIN_SIGNER_CERT_FILE",
  "CHAIN_SIGNER_CERT_KEY_FILE",
  "PAYOUT_APPROVERS_FILE",
  "BACKUP_DIR",
];
const portal = { DATABASE_URL: "postgres://portal@db.example.com/fc" };
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
  ["SANCTIONS_ORACLE", "0x1234"],
  ["CHAIN_SIGNER_URL", "signer.example.com"],
  ["CHAIN_SIGNER_TOKEN", "short"],
  ["EMBEDDED_DATABASE", "yes"],
  ["PAYOUT_LARGEST_FC", "much"],
  ["PAYOUT_DAY_FC", "-1"],
  ["PAYOUT_TWO_PEOPLE_FROM_FC", "two"],
  ["PAYOUT_ADDRESS_HOURS", "a day"],
  ["PAYOUT_RULES_DAYS", "367"],
  ["PAYOUT_WAIT_MINUTES", "-5"],
  ["DRAIN_SECONDS", "60"],
  ["DATABASE_OWNER_URL", "localhost/fc"],
  ["DATABASE_WORKER_URL", "localhost/fc"],
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
  ["SECURITY_CONTACT", "security@example.com"],
  ["BACKUP_EVERY_HOURS", "0"],
  ["BACKUP_KEEP", "0"],
  ["BACKUP_REHEARSE_DAYS", "0"],
  ["WORKER", "perhaps"],
  ["MIGRATE", "perhaps"],
  ["DEMO", "perhaps"],
  ["PLAINTEXT_ACCEPTED", "DATABASE_URL"],
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
  ["PORT", "abc", "must be a whole number from 0 to 65535"],
  [
    "DATABASE_URL",
    "mysql://localhost/fc",
    "must be the address of a PostgreSQL 18, postgres://user:password@host/database, with / : @ ? # % of a password percent-encoded (%2F %3A %40 %3F %23 %25)",
  ],
  [
    "PUBLIC_URL",
    "https://portal.example.com/app",
    "must be an address without a path, such as https://portal.example.com",
  ],
  ["SECRET_KEY", "short", "must have 32 characters or more, such as openssl rand -base64 32 prints"],
])("%s=%s is refused with what to write instead", (name, value, advice) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    new SettingsError(`Please correct these settings:\n  ${name}: ${advice}`),
  );
});

test.each(["prefer", "require", "verify-ca", "verify-full"])(
  "a database's certificate is checked in full with sslmode=%s",
  (mode) => {
    const address = "postgres://portal@db.example.com/fc?application_name=fc&sslmode=";
    const { databaseUrl } = readSettings({ DATABASE_URL: `${address}${mode}` });
    expect(databaseUrl).toBe(`${address}verify-full`);
  },
);

test("a rehearsal without a folder of backups is refused", () => {
  expect(() => readSettings({ BACKUP_REHEARSE_DAYS: "7" })).toThrow("set BACKUP_DIR too");
});

test("a secret key of random bytes is never named as weak", () => {
  for (let at = 0; at < 2000; at++) {
    for (const form of ["base64", "hex"] as const) {
      expect(readSettings({ SECRET_KEY: randomBytes(32).toString(form) }).doubts).toEqual([]);
    }
  }
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

test.each([
  ["FILES_URL", { FILES_URL: "http://KEY:SECRET@store.example.com/fc" }],
  [
    "CHAIN_RPC_URLS",
    {
      CHAIN_RPC_URLS: "https://one.example.com,http://10.0.0.5:8545",
      CHAIN_ID: "56",
      COIN_CONTRACT: `0x${"ab".repeat(20)}`,
    },
  ],
  [
    "CHAIN_SIGNER_URL",
    {
      CHAIN_RPC_URLS: "https://one.example.com",
      CHAIN_ID: "56",
      COIN_CONTRACT: `0x${"ab".repeat(20)}`,
      CHAIN_SIGNER_URL: "http://signer.example.com",
      CHAIN_SIGNER_TOKEN: "a-token-of-the-signer",
    },
  ],
])(
  "in production http:// is refused in %s, unless it is accepted by name or stays on the machine",
  (name, plain) => {
    expect(() => readSettings({ ...production, ...plain })).toThrow(`${name}: http://`);
    expect(() => readSettings({ ...production, ...plain })).toThrow(`PLAINTEXT_ACCEPTED=${name}`);
    expect(readSettings({ ...production, ...plain, PLAINTEXT_ACCEPTED: name }).production).toBe(true);
    const here = Object.fromEntries(
      Object.entries(plain).map(([key, value]) => [
        key,
        value.replace(/http:\/\/(.*@)?[^/:]+/, "http://$1127.0.0.1"),
      ]),
    );
    expect(readSettings({ ...production, ...here }).production).toBe(true);
    expect(readSettings(plain).production).toBe(false);
  },
);

const chainInProduction = {
  ...production,
  CHAIN_RPC_URLS: "https://one.example.com,https://two.example.com,https://three.example.com",
  CHAIN_ID: "56",
  COIN_CONTRACT: `0x${"ab".repeat(20)}`,
};

test("in production a signer that asks for no credential is refused, unless it is accepted or on the machine", () => {
  const read = (more: Record<string, string>) =>
    readSettings({ ...chainInProduction, CHAIN_SIGNER_URL: "https://signer.example.com", ...more }).chain
      ?.signer;
  expect(() => read({})).toThrow("CHAIN_SIGNER_URL: everybody who reaches this signer");
  expect(() => read({})).toThrow("CHAIN_SIGNER_TOKEN=none");
  expect(read({ CHAIN_SIGNER_TOKEN: "none" })).toMatchObject({ kind: "remote", token: undefined });
  expect(read({ CHAIN_SIGNER_URL: "https://127.0.0.1:9000" })).toMatchObject({ kind: "remote" });
  expect(read({ CHAIN_SIGNER_TOKEN: "a-token-of-the-signer" })).toMatchObject({
    token: "a-token-of-the-signer",
  });
  const certificate = { CHAIN_SIGNER_CERT_FILE: "/signer.crt", CHAIN_SIGNER_CERT_KEY_FILE: "/signer.key" };
  expect(read(certificate)).toMatchObject({
    certificate: { certFile: "/signer.crt", keyFile: "/signer.key" },
  });
  expect(() => read({ CHAIN_SIGNER_CERT_FILE: "/signer.crt" })).toThrow("set both, or none");
  expect(() =>
    read({
      ...certificate,
      CHAIN_SIGNER_URL: "http://signer.example.com",
      PLAINTEXT_ACCEPTED: "CHAIN_SIGNER_URL",
    }),
  ).toThrow("shown by https:// only");
});

test("in production the embedded database and too few hosts of the chain are told, and nothing is told elsewhere", () => {
  const unsafe = (more: Record<string, string>) => readSettings({ ...chainInProduction, ...more }).unsafe;
  expect(unsafe({})).toEqual([expect.stringContaining("EMBEDDED_DATABASE=accepted")]);
  expect(unsafe({ EMBEDDED_DATABASE: "accepted" })).toEqual([]);
  const DATABASE_URL = "postgres://portal@db.example.com/fc";
  expect(unsafe({ DATABASE_URL })).toEqual([]);
  const oneHost = { DATABASE_URL, CHAIN_RPC_URLS: "https://one.example.com/a,https://one.example.com/b" };
  expect(unsafe(oneHost)).toEqual([expect.stringContaining("CHAIN_RPC_URLS names endpoints on one host")]);
  expect(unsafe(oneHost)[0]).not.toContain("no payout");
  expect(unsafe({ ...oneHost, CHAIN_KEY_FILE: "/key" })[0]).toContain("no payout is signed");
  expect(readSettings({ ...oneHost, CHAIN_ID: "56", COIN_CONTRACT: `0x${"ab".repeat(20)}` }).unsafe).toEqual(
    [],
  );
});

test("in production mails leave only by TLS, unless the server is on the machine or accepted by name", () => {
  const needsTls = (settings: Record<string, string>) =>
    readSettings({ ...production, ...settings }).mailNeedsTls;
  expect(needsTls({})).toBe(true);
  expect(needsTls({ PLAINTEXT_ACCEPTED: "SMTP_URL" })).toBe(false);
  expect(needsTls({ SMTP_URL: "smtp://127.0.0.1:2525" })).toBe(false);
  expect(needsTls({ SMTP_URL: "smtps://mail.example.com" })).toBe(false);
});

test.each([{ HOST: "0.0.0.0" }, { HOST: "10.0.0.5" }, { PUBLIC_URL: "https://portal.example.com" }])(
  "where others can reach it, demo and mail catcher are refused without NODE_ENV too: %o",
  (open) => {
    expect(() => readSettings(open)).toThrow("DEMO: the demo's logins are public");
    expect(() => readSettings({ ...open, DEMO: "false" })).toThrow("SMTP_URL: without it the mail catcher");
    const SMTP_URL = "smtp://mail.example.com";
    expect(() => readSettings({ ...open, SMTP_URL })).toThrow("DEMO");
    expect(readSettings({ ...open, DEMO: "false", SMTP_URL }).demo).toBe(false);
  },
);

test("on the machine itself the demo starts without any setting", () => {
  for (const HOST of ["127.0.0.1", "localhost", "::1"]) expect(readSettings({ HOST }).demo).toBe(true);
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
  [{ SANCTIONS_ORACLE: chain.COIN_CONTRACT }, "SANCTIONS_ORACLE: set CHAIN_RPC_URLS too"],
  [{ ...chain, CHAIN_KEY_FILE: "/key", CHAIN_SIGNER_URL: "https://signer.example.com" }, "CHAIN_SIGNER_URL"],
  [{ ...chain, CHAIN: "local" }, "CHAIN_ID"],
  [{ DATABASE_OWNER_URL: "postgres://owner@db.example.com/fc" }, "DATABASE_OWNER_URL"],
  [{ DATABASE_WORKER_URL: "postgres://worker@db.example.com/fc" }, "DATABASE_WORKER_URL: set DATABASE_URL"],
  [
    { ...portal, DATABASE_WORKER_URL: "postgres://worker@db.example.com/fc", WORKER: "false" },
    "DATABASE_WORKER_URL: a node with WORKER=false must not have it",
  ],
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
/** Without demo and mail catcher, so that others may reach it. */
const closed = { DEMO: "false", SMTP_URL: "smtp://mail.example.com" };
const backups = { BACKUP_DIR: "/backups" };

const remoteSigner = {
  ...chainPlace,
  CHAIN_SIGNER_URL: "https://signer.example.com",
  CHAIN_SIGNER_TOKEN: "a-token-of-the-signer",
  CHAIN_SIGNER_CERT_FILE: "/other.crt",
  CHAIN_SIGNER_CERT_KEY_FILE: "/other.key",
};

/** Another value than the default of each setting, and what has to be set beside it. */
const rightValues: [name: string, value: string, beside?: Record<string, string>][] = [
  ["NODE_ENV", "production", { ...production, ...closed, NODE_ENV: "development" }],
  ["HOST", "0.0.0.0", closed],
  ["PORT", "8080"],
  ["PUBLIC_URL", "https://portal.example.com", closed],
  ["DATA_DIR", "/data"],
  ["DATABASE_URL", portal.DATABASE_URL],
  ["DATABASE_OWNER_URL", "postgres://owner@db.example.com/fc", portal],
  ["DATABASE_WORKER_URL", "postgres://worker@db.example.com/fc", portal],
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
  ["SECURITY_CONTACT", "mailto:security@example.com"],
  ["PUSH_HOSTS", "push.example.com"],
  ["CHAIN", "local"],
  ["CHAIN_RPC_URLS", "https://three.example.com", chainPlace],
  ["CHAIN_ID", "97", chainPlace],
  ["COIN_CONTRACT", `0x${"cd".repeat(20)}`, chainPlace],
  ["SANCTIONS_ORACLE", `0x${"cd".repeat(20)}`, chainPlace],
  ["CHAIN_KEY_FILE", "/keys/hot-wallet", chainPlace],
  ["CHAIN_SIGNER_URL", "https://signer.example.com", chainPlace],
  ["CHAIN_SIGNER_TOKEN", "another-token-of-the-signer", remoteSigner],
  ["CHAIN_SIGNER_CERT_FILE", "/signer.crt", remoteSigner],
  ["CHAIN_SIGNER_CERT_KEY_FILE", "/signer.key", remoteSigner],
  ["EMBEDDED_DATABASE", "accepted", production],
  ["PAYOUT_APPROVERS_FILE", "/etc/fc-portal/approvers"],
  ["PAYOUT_LARGEST_FC", "5000"],
  ["PAYOUT_DAY_FC", "50000"],
  ["PAYOUT_TWO_PEOPLE_FROM_FC", "100"],
  ["PAYOUT_ADDRESS_HOURS", "48"],
  ["PAYOUT_RULES_DAYS", "14"],
  ["PAYOUT_WAIT_MINUTES", "60"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "https://other.example.com", collector],
  ["OTEL_EXPORTER_OTLP_HEADERS", "authorization=token", collector],
  ["OTEL_TRACES_SAMPLER_ARG", "0.1", collector],
  ["LOG_LEVEL", "error"],
  ["BACKUP_DIR", "/backups"],
  ["BACKUP_EVERY_HOURS", "1", backups],
  ["BACKUP_KEEP", "3", backups],
  ["BACKUP_REHEARSE_DAYS", "7", backups],
  ["WORKER", "false"],
  ["MIGRATE", "false"],
  ["DRAIN_SECONDS", "3"],
  ["DEMO", "false"],
  ["PLAINTEXT_ACCEPTED", "SMTP_URL", production],
];

test.each(rightValues)("the setting %s=%s changes something", (name, value, beside = {}) => {
  expect(readSettings({ ...beside, [name]: value })).not.toEqual(readSettings(beside));
});

test("of every setting it is tried whether it changes something", () => {
  expect(new Set(rightValues.map(([name]) => name))).toEqual(new Set(settingNames));
});

test("docs/settings.md lists every setting and no other", async () => {
  const document = await readFile(new URL("../../../docs/settings.md", import.meta.url), "utf8");
  const listed = [...document.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(settingNames));
});
