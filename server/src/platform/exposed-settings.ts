/** Settings by which secrets would travel in the clear, or the demo be open to strangers. */

/** The settings that may hold an address without TLS, if PLAINTEXT_ACCEPTED names them. */
export const plaintextSettings = ["CHAIN_RPC_URLS", "CHAIN_SIGNER_URL", "FILES_URL", "SMTP_URL"] as const;
export type PlaintextSetting = (typeof plaintextSettings)[number];

interface PlainAddresses {
  rpcUrls: readonly string[];
  signerUrl: string | undefined;
  filesAddress: string | undefined;
  accepted: readonly PlaintextSetting[];
}

/** For production. What stays on the machine needs no TLS. */
export function plaintextProblems({ rpcUrls, signerUrl, filesAddress, accepted }: PlainAddresses): string[] {
  const addresses = [
    { name: "CHAIN_RPC_URLS", urls: rpcUrls },
    { name: "CHAIN_SIGNER_URL", urls: signerUrl === undefined ? [] : [signerUrl] },
    { name: "FILES_URL", urls: filesAddress === undefined ? [] : [filesAddress] },
  ] as const;
  return addresses
    .filter(({ name, urls }) => !accepted.includes(name) && urls.some(isPlain))
    .map(
      ({ name }) =>
        `${name}: http:// can be read and changed on the way. Use https://, or set PLAINTEXT_ACCEPTED=${name} if the network is your own`,
    );
}

interface RemoteSigner {
  signerUrl: string | undefined;
  /** Or the setting says that it needs none. */
  hasCredential: boolean;
}

/** For production. Who reaches a signer that asks for nothing can let it sign any payment. */
export function signerProblems({ signerUrl, hasCredential }: RemoteSigner): string[] {
  const parsed = signerUrl === undefined ? null : URL.parse(signerUrl);
  if (parsed === null || hasCredential || isLoopback(parsed.hostname)) return [];
  return [
    "CHAIN_SIGNER_URL: everybody who reaches this signer can let it sign. Set CHAIN_SIGNER_TOKEN, or CHAIN_SIGNER_CERT_FILE and CHAIN_SIGNER_CERT_KEY_FILE, or CHAIN_SIGNER_TOKEN=none if nobody else reaches it",
  ];
}

/** So many endpoints of different machines it takes that one may be down and one that lies decides nothing. */
const safeRpcHosts = 3;

/** What is told of the chain's endpoints in production; undefined where there are enough of them. */
export function rpcHostsProblem(rpcUrls: readonly string[]): string | undefined {
  const { size } = new Set(rpcUrls.map((url) => URL.parse(url)?.hostname));
  return size >= safeRpcHosts
    ? undefined
    : `CHAIN_RPC_URLS names endpoints on ${size === 1 ? "one host" : `${size} hosts`}, and it takes ${safeRpcHosts} of different companies that one may be down or lie`;
}

interface UnsafeSettings {
  isEmbedded: boolean;
  rpcUrls: readonly string[] | undefined;
  signs: boolean;
}

/** For production: what is no reason to refuse the start, and is told at each start and as an alert. */
export function unsafeSettings({ isEmbedded, rpcUrls, signs }: UnsafeSettings): string[] {
  const hosts = rpcUrls && rpcHostsProblem(rpcUrls);
  return [
    ...(isEmbedded
      ? [
          "DATABASE_URL is not set: the embedded PostgreSQL gets security releases only with this product's. Set it, or EMBEDDED_DATABASE=accepted.",
        ]
      : []),
    ...(hosts === undefined ? [] : [`${hosts}.${signs ? " Until then no payout is signed." : ""}`]),
  ];
}

function isPlain(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && parsed.protocol === "http:" && !isLoopback(parsed.hostname);
}

/** Whether mails leave only by TLS: an smtp:// server elsewhere has to offer STARTTLS. */
export function needsMailTls(smtpUrl: string | undefined, accepted: readonly PlaintextSetting[]): boolean {
  const parsed = smtpUrl === undefined ? null : URL.parse(smtpUrl);
  return parsed?.protocol === "smtp:" && !isLoopback(parsed.hostname) && !accepted.includes("SMTP_URL");
}

interface Exposure {
  host: string;
  publicUrl: string | undefined;
  demo: boolean;
  smtpUrl: string | undefined;
}

/**
 * Whatever NODE_ENV says, because one that is not set means the demo: its password is public, and the mail catcher shows
 * every code to anybody who reaches it.
 */
export function exposureProblems({ host, publicUrl, demo, smtpUrl }: Exposure): string[] {
  const isOpen = !isLoopback(host) ? "HOST" : publicUrl?.startsWith("https:") ? "PUBLIC_URL" : undefined;
  if (isOpen === undefined) return [];
  const reached = `${isOpen} lets others reach it. Set NODE_ENV=production, or`;
  return [
    ...(demo
      ? [`DEMO: the demo's logins are public, and ${reached} DEMO=false (for a database without the demo)`]
      : []),
    ...(smtpUrl === undefined
      ? [`SMTP_URL: without it the mail catcher shows every code, and ${reached} SMTP_URL to a mail server`]
      : []),
  ];
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}
