import { resolve } from "node:path";
import * as z from "zod";
import type { ChainPlace } from "./chain/place.ts";
import type { AlertWebhook } from "./deps.ts";
import { s3PlaceIn } from "./files/s3-store.ts";
import { isMailAddress } from "./mail/address.ts";
import type { OtlpPlace } from "./tracing/otlp.ts";
import { pushHostsIn, pushHostsShape, usualPushHosts } from "./push/hosts.ts";

/**
 * Everything that differs between machines comes from the environment. A test compares the names with the table in the
 * README.
 */
const port = z.coerce.number().int().min(0).max(65535);

/**
 * No proxy, the number of proxies in front of us, or their addresses. `true` means one proxy: believing every address
 * in the header would let a caller write its own and so escape all limits per address.
 */
const trustedProxies = z.union([
  z.literal("false").transform(() => false as const),
  z.literal("true").transform(() => 1),
  z.coerce.number().int().min(1).max(10),
  z.string().regex(/^[\d.:a-f/, ]+$/i, "must be true, false, a number of proxies, or their addresses"),
]);

const filesUrlShape =
  "must have the form https://KEY:SECRET@host/bucket?region=name with percent-encoded parts";

const environment = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: port.default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(500).default(20),
  STATEMENT_TIMEOUT_MS: z.coerce.number().int().min(100).default(10_000),
  FILES_URL: z
    .string()
    .transform((text, context) => s3PlaceIn(text) ?? context.addIssue(filesUrlShape))
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
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
  SECRET_KEY: z.string().min(32).optional(),
  SECRET_KEY_PREVIOUS: z.string().min(32).optional(),
  TRUST_PROXY: trustedProxies.optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
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
  CHAIN_KEY_FILE: z.string().min(1).optional(),
  CHAIN_SIGNER_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !hasLogin(url), "must have no user and password, which fetch refuses")
    .optional(),
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
  BACKUP_EVERY_HOURS: z.coerce.number().int().min(1).max(168).default(12),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(14),
  WORKER: z.stringbool().default(true),
  MIGRATE: z.stringbool().default(true),
  // With the time for requests and jobs it stays below the 30 seconds after which a stop ends the process.
  DRAIN_SECONDS: z.coerce.number().min(0).max(15).default(0),
  DEMO: z.stringbool().optional(),
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
  const pairs = text.split(",").map((pair) => /^([^=]+)=(.*)$/.exec(pair)!);
  return Object.fromEntries(pairs.map(([, name, value]) => [name!, decodeURIComponent(value!.trim())]));
}

export const settingNames = Object.keys(environment.shape);

export class SettingsError extends Error {}

export type Settings = ReturnType<typeof readSettings>;

export function readSettings(env: Record<string, string | undefined>) {
  // An empty variable counts as not set.
  const given = Object.fromEntries(settingNames.map((name) => [name, env[name] || undefined]));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new SettingsError(`Please correct these settings:\n${problems.join("\n")}`);
  }
  const values = parsed.data;
  const production = values.NODE_ENV === "production";
  const problems = [...contradictionsOf(values), ...(production ? missingForProduction(values) : [])];
  if (problems.length > 0) {
    throw new SettingsError(
      `Please correct these settings:\n${problems.map((line) => `  ${line}`).join("\n")}`,
    );
  }
  return {
    production,
    demo: values.DEMO ?? !production,
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, ""),
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    statementTimeoutMs: values.STATEMENT_TIMEOUT_MS,
    filesAt: values.FILES_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? "FC Portal <no-reply@fc-portal.example.com>",
    mailBounce: values.MAIL_BOUNCE,
    dkim: dkimOf(values),
    mailInboxPort: values.MAIL_INBOX_PORT,
    secretKey: values.SECRET_KEY,
    previousSecretKey: values.SECRET_KEY_PREVIOUS,
    trustProxy: values.TRUST_PROXY ?? false,
    metricsToken: values.METRICS_TOKEN,
    alertWebhook: alertWebhookOf(values),
    pushHosts: pushHostsIn(values.PUSH_HOSTS),
    chain: chainOf(values),
    hasLocalChain: values.CHAIN === "local",
    otlp: otlpOf(values),
    logLevel: values.LOG_LEVEL,
    backup: values.BACKUP_DIR && {
      dir: resolve(values.BACKUP_DIR),
      everyHours: values.BACKUP_EVERY_HOURS,
      keep: values.BACKUP_KEEP,
    },
    worker: values.WORKER,
    migrate: values.MIGRATE,
    drainMs: values.DRAIN_SECONDS * 1000,
  };
}

type Values = z.output<typeof environment>;

/** What cannot be meant together, wherever it is. */
function contradictionsOf(values: Values): string[] {
  const dkim = [values.DKIM_DOMAIN, values.DKIM_SELECTOR, values.DKIM_KEY_FILE];
  const isPartly = dkim.some((value) => value !== undefined) && dkim.includes(undefined);
  return [
    ...chainContradictionsOf(values),
    ...(isPartly ? ["DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE: set all three, or none"] : []),
    ...((values.ALERT_WEBHOOK_URL === undefined) !== (values.ALERT_WEBHOOK_SECRET === undefined)
      ? ["ALERT_WEBHOOK_URL, ALERT_WEBHOOK_SECRET: set both, or none"]
      : []),
    ...(values.DATABASE_OWNER_URL !== undefined && values.DATABASE_URL === undefined
      ? ["DATABASE_OWNER_URL: set DATABASE_URL too, or the embedded database would be used"]
      : []),
    ...readUrlContradictionsOf(values),
    ...(values.SECRET_KEY_PREVIOUS !== undefined && values.SECRET_KEY === undefined
      ? ["SECRET_KEY_PREVIOUS: set SECRET_KEY too, the key that replaces it"]
      : []),
    ...(values.MAIL_INBOX_PORT !== undefined && values.SMTP_URL !== undefined
      ? ["MAIL_INBOX_PORT: there is no local inbox when SMTP_URL is set"]
      : []),
  ];
}

/** Rights and time limits are checked and set for the login on the primary, and replicas have its logins. */
function readUrlContradictionsOf({ DATABASE_URL: url, DATABASE_READ_URL: readUrl }: Values): string[] {
  if (readUrl === undefined) return [];
  if (url === undefined)
    return ["DATABASE_READ_URL: set DATABASE_URL too; the embedded database has no replica"];
  return new URL(url).username === new URL(readUrl).username
    ? []
    : ["DATABASE_READ_URL: must sign in with the login of DATABASE_URL"];
}

function chainContradictionsOf(values: Values): string[] {
  const place = ["CHAIN_RPC_URLS", "CHAIN_ID", "COIN_CONTRACT"] as const;
  const signers = ["CHAIN_KEY_FILE", "CHAIN_SIGNER_URL"] as const;
  const isGiven = (name: keyof Values) => values[name] !== undefined;
  if (values.CHAIN === "local") {
    const surplus = [...place, ...signers].filter(isGiven);
    return surplus.map((name) => `${name}: CHAIN=local brings its own; set one of the two`);
  }
  const isOn = place.some(isGiven);
  return [
    ...(isOn && !place.every(isGiven) ? [`${place.join(", ")}: set all three, or none`] : []),
    ...(!isOn ? signers.filter(isGiven).map((name) => `${name}: set CHAIN_RPC_URLS too`) : []),
    ...(signers.every(isGiven) ? [`${signers.join(", ")}: set one of the two, not both`] : []),
  ];
}

/** What a real company must decide itself: a default would send its mails, links or limits the wrong way. */
const requiredInProduction = ["PUBLIC_URL", "SMTP_URL", "MAIL_FROM", "SECRET_KEY", "TRUST_PROXY"] as const;

function missingForProduction(values: Values): string[] {
  const missing = requiredInProduction.filter((name) => values[name] === undefined);
  return [
    ...missing.map((name) => `${name}: must be set with NODE_ENV=production`),
    ...(values.PUBLIC_URL?.startsWith("http:")
      ? ["PUBLIC_URL: must begin with https:// with NODE_ENV=production, or passwords travel in the clear"]
      : []),
    ...(values.ALERT_WEBHOOK_URL?.startsWith("http:")
      ? ["ALERT_WEBHOOK_URL: must begin with https:// with NODE_ENV=production"]
      : []),
    ...(values.PUSH_HOSTS.includes("http://")
      ? ["PUSH_HOSTS: http:// is not allowed with NODE_ENV=production"]
      : []),
    ...(values.CHAIN === "local"
      ? [
          "CHAIN: local is for trying it out; its coins are worth nothing, so it is refused with NODE_ENV=production",
        ]
      : []),
    ...(values.DEMO
      ? ["DEMO: must not be on with NODE_ENV=production, because the demo's logins are public"]
      : []),
  ];
}

function alertWebhookOf({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret }: Values) {
  if (url === undefined || secret === undefined) return undefined;
  return { url, key: Buffer.from(secret.slice("whsec_".length), "base64") } satisfies AlertWebhook;
}

function otlpOf(values: Values): OtlpPlace | undefined {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const headers = values.OTEL_EXPORTER_OTLP_HEADERS ?? {};
  return { endpoint, headers, share: values.OTEL_TRACES_SAMPLER_ARG };
}

/** Where the key is that signs mails. */
export interface DkimPlace {
  domain: string;
  selector: string;
  keyFile: string;
}

function dkimOf({ DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY_FILE: keyFile }: Values) {
  const isComplete = domain !== undefined && selector !== undefined && keyFile !== undefined;
  return isComplete ? ({ domain, selector, keyFile } satisfies DkimPlace) : undefined;
}

/** A node without a worker never signs, so it gets no signer: it may be one that faces the internet. */
function chainOf(values: Values): ChainPlace | undefined {
  const { CHAIN_RPC_URLS: rpcUrls, CHAIN_ID: chainId, COIN_CONTRACT: contract } = values;
  if (rpcUrls === undefined || chainId === undefined || contract === undefined) return undefined;
  return { rpcUrls, chainId, contract, signer: values.WORKER ? signerOf(values) : undefined };
}

function signerOf({ CHAIN_KEY_FILE: keyFile, CHAIN_SIGNER_URL: url }: Values): ChainPlace["signer"] {
  if (keyFile !== undefined) return { kind: "file", keyFile: resolve(keyFile) };
  return url === undefined ? undefined : { kind: "remote", url };
}
