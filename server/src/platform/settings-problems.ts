import type { Environment } from "./environment.ts";
import { plaintextProblems, signerProblems } from "./exposed-settings.ts";

/** What cannot be meant together, wherever it is. */
export function contradictionsOf(values: Environment): string[] {
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
    ...workerUrlContradictionsOf(values),
    ...readUrlContradictionsOf(values),
    ...(values.BACKUP_REHEARSE_DAYS !== undefined && values.BACKUP_DIR === undefined
      ? ["BACKUP_REHEARSE_DAYS: set BACKUP_DIR too, or there is no backup to restore"]
      : []),
    ...(values.SECRET_KEY_PREVIOUS !== undefined && values.SECRET_KEY === undefined
      ? ["SECRET_KEY_PREVIOUS: set SECRET_KEY too, the key that replaces it"]
      : []),
    ...(values.MAIL_INBOX_PORT !== undefined && values.SMTP_URL !== undefined
      ? ["MAIL_INBOX_PORT: there is no local inbox when SMTP_URL is set"]
      : []),
  ];
}

function workerUrlContradictionsOf(values: Environment): string[] {
  const { DATABASE_WORKER_URL: workerUrl, DATABASE_URL: url, WORKER: isWorker } = values;
  if (workerUrl === undefined) return [];
  if (url === undefined)
    return ["DATABASE_WORKER_URL: set DATABASE_URL too, or the embedded database would be used"];
  return isWorker
    ? []
    : ["DATABASE_WORKER_URL: a node with WORKER=false must not have it, because it may face the internet"];
}

/** Rights and time limits are checked and set for the login on the primary, and replicas have its logins. */
function readUrlContradictionsOf({ DATABASE_URL: url, DATABASE_READ_URL: readUrl }: Environment): string[] {
  if (readUrl === undefined) return [];
  if (url === undefined)
    return ["DATABASE_READ_URL: set DATABASE_URL too; the embedded database has no replica"];
  return new URL(url).username === new URL(readUrl).username
    ? []
    : ["DATABASE_READ_URL: must sign in with the login of DATABASE_URL"];
}

function chainContradictionsOf(values: Environment): string[] {
  const place = ["CHAIN_RPC_URLS", "CHAIN_ID", "COIN_CONTRACT"] as const;
  const signers = ["CHAIN_KEY_FILE", "CHAIN_SIGNER_URL"] as const;
  const needChain = [...signers, "SANCTIONS_ORACLE"] as const;
  const isGiven = (name: keyof Environment) => values[name] !== undefined;
  if (values.CHAIN === "local") {
    const surplus = [...place, ...needChain].filter(isGiven);
    return surplus.map((name) => `${name}: CHAIN=local brings its own; set one of the two`);
  }
  const isOn = place.some(isGiven);
  return [
    ...(isOn && !place.every(isGiven) ? [`${place.join(", ")}: set all three, or none`] : []),
    ...(!isOn ? needChain.filter(isGiven).map((name) => `${name}: set CHAIN_RPC_URLS too`) : []),
    ...signerContradictionsOf(values),
    ...(signers.every(isGiven) ? [`${signers.join(", ")}: set one of the two, not both`] : []),
  ];
}

function signerContradictionsOf(values: Environment): string[] {
  const { CHAIN_SIGNER_URL: url, CHAIN_SIGNER_CERT_FILE: certFile } = values;
  const names = ["CHAIN_SIGNER_TOKEN", "CHAIN_SIGNER_CERT_FILE", "CHAIN_SIGNER_CERT_KEY_FILE"] as const;
  return [
    ...(url === undefined
      ? names.filter((name) => values[name] !== undefined).map((name) => `${name}: set CHAIN_SIGNER_URL too`)
      : []),
    ...((certFile === undefined) !== (values.CHAIN_SIGNER_CERT_KEY_FILE === undefined)
      ? ["CHAIN_SIGNER_CERT_FILE, CHAIN_SIGNER_CERT_KEY_FILE: set both, or none"]
      : []),
    ...(certFile !== undefined && url?.startsWith("http:")
      ? [
          "CHAIN_SIGNER_CERT_FILE: a certificate is shown by https:// only, so CHAIN_SIGNER_URL must begin with it",
        ]
      : []),
  ];
}

/** What a real company must decide itself: a default would send its mails, links or limits the wrong way. */
const requiredInProduction = ["PUBLIC_URL", "SMTP_URL", "MAIL_FROM", "SECRET_KEY", "TRUST_PROXY"] as const;

export function missingForProduction(values: Environment): string[] {
  const missing = requiredInProduction.filter((name) => values[name] === undefined);
  return [
    ...missing.map((name) => `${name}: must be set with NODE_ENV=production`),
    ...plaintextProblems({
      rpcUrls: values.CHAIN_RPC_URLS ?? [],
      signerUrl: values.CHAIN_SIGNER_URL,
      filesAddress: values.FILES_URL?.address,
      accepted: values.PLAINTEXT_ACCEPTED,
    }),
    ...signerProblems({
      signerUrl: values.CHAIN_SIGNER_URL,
      hasCredential: values.CHAIN_SIGNER_TOKEN !== undefined || values.CHAIN_SIGNER_CERT_FILE !== undefined,
    }),
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
