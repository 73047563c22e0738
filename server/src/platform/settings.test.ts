import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { readSettings, settingNames } from "./settings.ts";

test("nothing needs to be set to try it out", () => {
  expect(readSettings({})).toMatchObject({ port: 3000, host: "127.0.0.1", production: false, demo: true });
});

describe("a wrong setting is named", () => {
  test.each([
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
  ])("%s=%s", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(
      new RegExp(`^Please correct these settings:\n {2}${name}: `),
    );
  });
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

test("in production there is no demo, no mail catcher and no generated key", () => {
  const production = {
    NODE_ENV: "production",
    PUBLIC_URL: "https://portal.example.com/",
    SMTP_URL: "smtp://mail.example.com",
    SECRET_KEY: "k".repeat(32),
    MAIL_FROM: "FC Portal <no-reply@example.com>",
    TRUST_PROXY: "1",
  };
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

test("the README's table lists every setting and no other", async () => {
  const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
  const listed = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(settingNames));
});
