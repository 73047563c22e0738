import { sure } from "@fc/contract/sure";
import * as z from "zod";
import { plaintextSettings } from "./exposed-settings.ts";
import { s3PlaceIn } from "./files/s3-store.ts";
import { isMailAddress } from "./mail/address.ts";
import { pushHostsIn, pushHostsShape, usualPushHosts } from "./push/hosts.ts";

/**
 * Everything that differs between machines comes from the environment. A test compares the names with
 * docs/settings.md.
 */
const port = whole(0, 65535);

function whole(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}`;
  return z.coerce.number(message).int(message).min(from, message).max(to, message);
}

const postgresAddress = z
  .url({
    protocol: /^postgres(ql)?$/,
    error:
      "must be the address of a PostgreSQL 18, postgres://user:password@host/database, with / : @ ? # % of a password percent-encoded (%2F %3A %40 %3F %23 %25)",
  })
  .transform(withFullCheck);

/**
 * `prefer`, `require` and `verify-ca` check the server's certificate and name here, as `verify-full` does. The driver
 * warns at each start that a later version of it may not; so it is told what we mean.
 */
function withFullCheck(address: string): string {
  return address.includes("uselibpqcompat=")
    ? address
    : address.replace(/(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, "verify-full");
}

function secretText(least: number) {
  return z
    .string()
    .min(least, `must have ${least} characters or more, such as openssl rand -base64 32 prints`);
}

/** Members' links, cookies and passkeys belong to a host, not to a folder of it. */
function isHostOnly(url: string): boolean {
  const { pathname, search, hash } = new URL(url);
  return pathname === "/" && search === "" && hash === "" && !hasLogin(url);
}

/**
 * No proxy, the number of proxies in front of us, or their addresses. `true` means one proxy: believing every address
 * in the header would let a caller write its own and so escape all limits per address.
 */
const trustedProxies = z.union([
  z.literal("false").transform(() => false as const),
  z.literal("true").transform(() => 1),
  whole(1, 10),
  z.string().regex(/^[\d.:a-f/, ]+$/i, "must be true, false, a number of proxies, or their addresses"),
]);

const wholeCoins = whole(0, 1_000_000_000_000);

const filesUrlShape =
  "must have the form https://KEY:SECRET@host/bucket?region=name with percent-encoded parts";

export const environment = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: port.default(3000),
  PUBLIC_URL: z
    .url({
      protocol: /^https?$/,
      error: "must be an address such as https://portal.example.com",
      abort: true,
    })
    .refine(isHostOnly, "must be an address without a path, such as https://portal.example.com")
    .optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_OWNER_URL: postgresAddress.optional(),
  DATABASE_WORKER_URL: postgresAddress.optional(),
  DATABASE_READ_URL: postgresAddress.optional(),
  EMBEDDED_DATABASE: z.literal("accepted", "must be accepted, or not set").optional(),
  DATABASE_POOL_SIZE: whole(2, 500).default(20),
  STATEMENT_TIMEOUT_MS: whole(100, 3_600_000).default(10_000),
  FILES_URL: z
    .string()
    .transform((text, context) => s3PlaceIn(text) ?? context.addIssue(filesUrlShape))
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be smtp:// or smtps:// with the mail server's host" })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, "must be an address, or Name <address>")
    .optional(),
  MAIL_BOUNCE: z
    .string()
    .refine(
      (address) => isMailAddress(address) && !address.includes("+"),
      "must be an address without a plus sign",
    )
    .optional(),
  DKIM_DOMAIN: z.hostname().optional(),
  DKIM_SELECTOR: z.hostname().optional(),
  DKIM_KEY_FILE: z.string().min(1).optional(),
  MAIL_INBOX_PORT: port.optional(),
  SECRET_KEY: secretText(32).optional(),
  SECRET_KEY_PREVIOUS: secretText(32).optional(),
  TRUST_PROXY: trustedProxies.optional(),
  METRICS_TOKEN: secretText(16).optional(),
  // fetch refuses an address with a login, so every alert would fail.
  ALERT_WEBHOOK_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => !hasLogin(url),
      "must have no user and password; ALERT_WEBHOOK_SECRET signs each message",
    )
    .optional(),
  ALERT_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, "must be whsec_ and 24 random bytes or more in base64")
    .optional(),
  SECURITY_CONTACT: z
    .url({ protocol: /^(?:mailto|https)$/, error: "must begin with mailto: or https://" })
    .refine((url) => !/[\r\n]/.test(url), "must be one line")
    .optional(),
  PUSH_HOSTS: z
    .string()
    .refine(
      (text) => pushHostsIn(text).every((host) => pushHostsShape.test(host)),
      "must be hosts such as push.example.com or *.push.example.com, with commas between them",
    )
    .default(usualPushHosts),
  CHAIN: z.enum(["off", "local"]).default("off"),
  CHAIN_RPC_URLS: z
    .string()
    .refine(
      (text) => rpcUrlsIn(text).every((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? "")),
      "must be addresses of JSON-RPC endpoints (https://…), with commas between them",
    )
    .refine(
      (text) => new Set(rpcUrlsIn(text)).size === rpcUrlsIn(text).length,
      "must not name an endpoint twice, because they are held against each other",
    )
    .transform(rpcUrlsIn)
    .optional(),
  CHAIN_ID: z.coerce
    .number("must be a number: 56 for BNB Smart Chain")
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional(),
  COIN_CONTRACT: z
    .string()
    .regex(/^0x[\da-f]{40}$/i, "must be the address of the coin's contract: 0x and 40 hexadecimal digits")
    .optional(),
  SANCTIONS_ORACLE: z
    .string()
    .regex(/^0x[\da-f]{40}$/i, "must be the address of the oracle's contract: 0x and 40 hexadecimal digits")
    .optional(),
  CHAIN_KEY_FILE: z.string().min(1).optional(),
  CHAIN_SIGNER_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !hasLogin(url), "must have no user and password, which fetch refuses")
    .optional(),
  CHAIN_SIGNER_TOKEN: z
    .string()
    .regex(/^(none|[\w.~+/=-]{16,})$/, "must be 16 characters or more of a bearer token, or none")
    .optional(),
  CHAIN_SIGNER_CERT_FILE: z.string().min(1).optional(),
  CHAIN_SIGNER_CERT_KEY_FILE: z.string().min(1).optional(),
  PAYOUT_APPROVERS_FILE: z.string().min(1).optional(),
  PAYOUT_LARGEST_FC: wholeCoins.default(100_000_000),
  PAYOUT_DAY_FC: wholeCoins.default(1_000_000_000),
  PAYOUT_TWO_PEOPLE_FROM_FC: wholeCoins.default(10_000_000),
  PAYOUT_ADDRESS_HOURS: whole(0, 720).default(24),
  PAYOUT_WAIT_MINUTES: whole(0, 2880).default(15),
  PAYOUT_RULES_DAYS: whole(0, 366).default(31),
  // OpenTelemetry's own names, so that its documentation and its operators' habits hold.
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !hasLogin(url), "must have no user and password; use OTEL_EXPORTER_OTLP_HEADERS")
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,=\s][^,]*(,[\w-]+=[^,=\s][^,]*)*$/, "must have the form name=value,name=value")
    .transform(headersIn)
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_EVERY_HOURS: whole(1, 168).default(12),
  BACKUP_KEEP: whole(1, 1000).default(14),
  BACKUP_REHEARSE_DAYS: whole(1, 90).optional(),
  WORKER: z.stringbool().default(true),
  MIGRATE: z.stringbool().default(true),
  // With the time for requests and jobs it stays below the 30 seconds after which a stop ends the process.
  DRAIN_SECONDS: z.coerce.number().min(0).max(15).default(0),
  DEMO: z.stringbool().optional(),
  PLAINTEXT_ACCEPTED: z
    .string()
    .transform((text, context) => {
      const names = text.split(",").map((name) => name.trim());
      const known = plaintextSettings.filter((name) => names.includes(name));
      if (known.length === names.length) return known;
      context.addIssue(`must be names with commas between them, of ${plaintextSettings.join(", ")}`);
      return z.NEVER;
    })
    .default([]),
});

function hasLogin(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && `${parsed.username}${parsed.password}` !== "";
}

function rpcUrlsIn(text: string): string[] {
  return text.split(",").map((url) => url.trim());
}

/** As OpenTelemetry writes them: values are percent-encoded. */
function headersIn(text: string): Record<string, string> {
  const pairs = text.split(",").map((pair) => sure(/^([^=]+)=(.*)$/.exec(pair)));
  return Object.fromEntries(
    pairs.map(([, name, value]) => [sure(name), decodeURIComponent(sure(value).trim())]),
  );
}

export type Environment = z.output<typeof environment>;

export const settingNames = Object.keys(environment.shape);
