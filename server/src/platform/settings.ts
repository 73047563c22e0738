import { resolve } from "node:path";
import type { ChainPlace } from "./chain/place.ts";
import type { AlertWebhook } from "./deps.ts";
import { unknownSettings, weaknessOf } from "./doubtful-settings.ts";
import { environment, settingNames, type Environment } from "./environment.ts";
import { exposureProblems, needsMailTls, unsafeSettings } from "./exposed-settings.ts";
import { pushHostsIn } from "./push/hosts.ts";
import { contradictionsOf, missingForProduction } from "./settings-problems.ts";
import type { OtlpPlace } from "./tracing/otlp.ts";

export class SettingsError extends Error {}

export type Settings = ReturnType<typeof readSettings>;

export function readSettings(env: Record<string, string | undefined>) {
  const { values, production, demo, unknown } = checkedEnvironment(env);
  return {
    production,
    demo,
    /** What is probably not meant, in sentences. */
    doubts: [
      ...unknown,
      ...[values.SECRET_KEY === undefined ? undefined : weaknessOf(values.SECRET_KEY)].filter(
        (doubt) => doubt !== undefined,
      ),
    ],
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, ""),
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databaseWorkerUrl: values.DATABASE_WORKER_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    statementTimeoutMs: values.STATEMENT_TIMEOUT_MS,
    filesAt: values.FILES_URL,
    smtpUrl: values.SMTP_URL,
    mailNeedsTls: production && needsMailTls(values.SMTP_URL, values.PLAINTEXT_ACCEPTED),
    mailFrom: values.MAIL_FROM ?? "FC Portal <no-reply@fc-portal.example.com>",
    mailBounce: values.MAIL_BOUNCE,
    dkim: dkimOf(values),
    mailInboxPort: values.MAIL_INBOX_PORT,
    secretKey: values.SECRET_KEY,
    previousSecretKey: values.SECRET_KEY_PREVIOUS,
    trustProxy: values.TRUST_PROXY ?? false,
    metricsToken: values.METRICS_TOKEN,
    alertWebhook: alertWebhookOf(values),
    securityContact: values.SECURITY_CONTACT,
    pushHosts: pushHostsIn(values.PUSH_HOSTS),
    chain: chainOf(values),
    unsafe: production
      ? unsafeSettings({
          isEmbedded: values.DATABASE_URL === undefined && values.EMBEDDED_DATABASE === undefined,
          rpcUrls: values.CHAIN_RPC_URLS,
          signs: chainOf(values)?.signer !== undefined,
        })
      : [],
    hasLocalChain: values.CHAIN === "local",
    payouts: {
      approversFile: values.PAYOUT_APPROVERS_FILE && resolve(values.PAYOUT_APPROVERS_FILE),
      largestFc: values.PAYOUT_LARGEST_FC,
      dayFc: values.PAYOUT_DAY_FC,
      twoPeopleFromFc: values.PAYOUT_TWO_PEOPLE_FROM_FC,
      addressHours: values.PAYOUT_ADDRESS_HOURS,
      waitMinutes: values.PAYOUT_WAIT_MINUTES,
      rulesDays: values.PAYOUT_RULES_DAYS,
    },
    otlp: otlpOf(values),
    logLevel: values.LOG_LEVEL,
    backup: values.BACKUP_DIR && {
      dir: resolve(values.BACKUP_DIR),
      everyHours: values.BACKUP_EVERY_HOURS,
      keep: values.BACKUP_KEEP,
      rehearseDays: values.BACKUP_REHEARSE_DAYS,
    },
    worker: values.WORKER,
    migrate: values.MIGRATE,
    drainMs: values.DRAIN_SECONDS * 1000,
  };
}

/** The settings as given, after every problem of them was named at once. */
function checkedEnvironment(env: Record<string, string | undefined>) {
  // An empty variable counts as not set.
  const given = Object.fromEntries(settingNames.map((name) => [name, env[name] || undefined]));
  const unknown = unknownSettings(env, settingNames);
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw problemsToCorrect([...problems, ...unknown]);
  }
  const values = parsed.data;
  const production = values.NODE_ENV === "production";
  const demo = values.DEMO ?? !production;
  const { HOST: host, PUBLIC_URL: publicUrl, SMTP_URL: smtpUrl } = values;
  const problems = [
    ...contradictionsOf(values),
    ...(production ? missingForProduction(values) : exposureProblems({ host, publicUrl, demo, smtpUrl })),
  ];
  if (problems.length > 0) throw problemsToCorrect([...problems, ...unknown]);
  return { values, production, demo, unknown };
}

function problemsToCorrect(problems: readonly string[]): SettingsError {
  return new SettingsError(
    `Please correct these settings:\n${problems.map((line) => `  ${line}`).join("\n")}`,
  );
}

function alertWebhookOf({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret }: Environment) {
  if (url === undefined || secret === undefined) return undefined;
  return { url, key: Buffer.from(secret.slice("whsec_".length), "base64") } satisfies AlertWebhook;
}

function otlpOf(values: Environment): OtlpPlace | undefined {
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

function dkimOf({ DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY_FILE: keyFile }: Environment) {
  const isComplete = domain !== undefined && selector !== undefined && keyFile !== undefined;
  return isComplete ? ({ domain, selector, keyFile } satisfies DkimPlace) : undefined;
}

/** A node without a worker never signs, so it gets no signer: it may be one that faces the internet. */
function chainOf(values: Environment): ChainPlace | undefined {
  const { CHAIN_RPC_URLS: rpcUrls, CHAIN_ID: chainId, COIN_CONTRACT: contract } = values;
  if (rpcUrls === undefined || chainId === undefined || contract === undefined) return undefined;
  const { SANCTIONS_ORACLE: sanctionsOracle } = values;
  return {
    rpcUrls,
    chainId,
    contract,
    sanctionsOracle,
    signer: values.WORKER ? signerOf(values) : undefined,
  };
}

function signerOf(values: Environment): ChainPlace["signer"] {
  const { CHAIN_KEY_FILE: keyFile, CHAIN_SIGNER_URL: url, CHAIN_SIGNER_TOKEN: token } = values;
  if (keyFile !== undefined) return { kind: "file", keyFile: resolve(keyFile) };
  if (url === undefined) return undefined;
  const { CHAIN_SIGNER_CERT_FILE: certFile, CHAIN_SIGNER_CERT_KEY_FILE: certKeyFile } = values;
  const certificate =
    certFile !== undefined && certKeyFile !== undefined
      ? { certFile: resolve(certFile), keyFile: resolve(certKeyFile) }
      : undefined;
  return { kind: "remote", url, token: token === "none" ? undefined : token, certificate };
}
