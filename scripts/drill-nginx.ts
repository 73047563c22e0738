// Runs the product behind Debian's nginx with the site of ops/nginx, and tries what depends on the proxy.
// It needs the programs nginx and openssl: npm run drill -- nginx
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import http2 from "node:http2";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { login } from "@fc/contract/login/portal";
import { resumableUploadPath, uploadLimits } from "@fc/contract/uploads/portal";
import { wireError } from "@fc/contract/wire-error";
import { buildWebIfStale } from "./build-web.ts";
import { withCluster } from "../server/src/testing/cluster.ts";
import {
  CompanyMember,
  confirmPlan,
  startProduction,
  type Production,
} from "../server/src/testing/production.ts";

const site = fileURLToPath(new URL("../ops/nginx/fc-portal.conf", import.meta.url));
const ports = { http: 18080, https: 18443 };

interface Answer {
  status: number;
  headers: http2.IncomingHttpHeaders;
  text: string;
}
type Headers = Record<string, string>;
type Send = (method: string, path: string, headers?: Headers, body?: Buffer | string) => Promise<Answer>;

let failed = 0;
function expectThat(promise: string, isKept: boolean, seen: unknown): void {
  console.log(`${isKept ? "kept  " : "BROKEN"} ${promise}${isKept ? "" : `: ${JSON.stringify(seen)}`}`);
  if (!isKept) failed += 1;
}

export async function drillNginx(): Promise<void> {
  for (const [program, flag] of Object.entries({ nginx: "-v", openssl: "version" })) {
    const isFound = await promisify(execFile)(program, [flag]).then(Boolean, () => false);
    if (isFound) continue;
    console.error(`The program ${program} is not found. Debian has it: apt install ${program}`);
    process.exitCode = 1;
    return;
  }
  await buildWebIfStale();
  await withCluster(false, async (cluster) =>
    tryBehindNginx((await cluster.create("behind_nginx")).ownerUrl),
  );
  if (failed > 0) process.exitCode = 1;
}

async function tryBehindNginx(ownerUrl: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "fc-portal-nginx-"));
  // The workers of an nginx that root starts have a user of their own.
  await chmod(folder, 0o755);
  const company = await startProduction(ownerUrl);
  await confirmPlan(ownerUrl);
  const nginx = await startNginx(folder, new URL(company.url).port);
  try {
    const ca = await readFile(path.join(folder, "certificate.pem"));
    await tryEverything(company, (...request) => send(ca, ...request));
  } finally {
    nginx.kill("SIGTERM");
    await once(nginx, "exit");
    await company.stop();
    await rm(folder, { recursive: true });
  }
}

async function tryEverything(company: Production, ask: Send): Promise<void> {
  const plain = await fetch(`http://127.0.0.1:${ports.http}/login`, {
    redirect: "manual",
    headers: { host: "portal.example.com" },
  });
  const location = plain.headers.get("location");
  expectThat("http leads to https", plain.status === 308 && location!.startsWith("https://"), location);

  const page = await ask("GET", "/");
  expectThat(
    "the portal opens over HTTP/2",
    page.status === 200 && page.text.includes("<title>"),
    page.status,
  );
  const metrics = await ask("GET", "/metrics");
  expectThat("the figures for monitoring are not public", metrics.status === 404, metrics.status);

  const password = "nine blue kites";
  const { refId } = await CompanyMember.first(company, password);
  const json = { "content-type": "application/json" };
  const signIn = (body: object, headers: Headers = {}) =>
    ask("POST", `/api${login.path}`, { ...json, ...headers }, JSON.stringify(body));
  const signedIn = await signIn({ refId, password });
  const cookie = String(signedIn.headers["set-cookie"]?.[0]);
  expectThat("the session's cookie travels over https only", /; secure/i.test(cookie), cookie);

  const session = {
    cookie: cookie.split(";")[0]!,
    authorization: `Bearer ${(JSON.parse(signedIn.text) as { token: string }).token}`,
  };
  await tryUploads(ask, session);

  const statuses: number[] = [];
  for (let number = 0; number < 150 && statuses.at(-1) !== 429; number++) {
    const forged = { "x-forwarded-for": `198.51.100.${number}` };
    statuses.push((await signIn({ refId: "FC0000000", password: "a wrong guess" }, forged)).status);
  }
  expectThat("an invented address does not escape the limits", statuses.at(-1) === 429, statuses);

  await company.stop();
  const down = await ask("GET", "/dashboard");
  const isShown = down.status === 503 && down.headers["retry-after"] === "5" && down.text.includes("Back in");
  expectThat("while the portal is away, a page says so and opens again by itself", isShown, down);
  const call = await ask("POST", `/api${login.path}`, json, JSON.stringify({ refId: "FC0000000", password }));
  const told = call.status === 503 && wireError.safeParse(JSON.parse(call.text)).data?.code;
  expectThat(
    "while the portal is away, a program is told in the portal's own form",
    told === "UNAVAILABLE",
    call,
  );
  const direct = await ask("GET", "/maintenance.html");
  expectThat(
    "nobody asks for that page itself",
    direct.status === 404 || direct.status === 503,
    direct.status,
  );
}

/** The largest picture passes nginx in one piece, and more is refused before it reaches the portal. */
async function tryUploads(ask: Send, session: Headers): Promise<void> {
  const bytes = uploadLimits.mostBytes;
  const tus = { ...session, "tus-resumable": "1.0.0" };
  const metadata = `folder ${Buffer.from("stacking-verification-images").toString("base64")}`;
  const begun = await ask("POST", `/api${resumableUploadPath}`, {
    ...tus,
    "upload-length": String(bytes),
    "upload-metadata": metadata,
  });
  const address = new URL(String(begun.headers.location), "https://portal.example.com").pathname;
  const piece = { ...tus, "content-type": "application/offset+octet-stream", "upload-offset": "0" };
  const sent = await ask("PATCH", address, piece, Buffer.alloc(bytes));
  expectThat("a picture of the largest size passes", sent.status === 204, [begun.status, sent.status]);
  // The length that is announced is enough: nginx refuses before the first byte.
  const more = await ask("PATCH", address, { ...piece, "content-length": String(10 * 1024 * 1024) });
  expectThat("a larger one is refused", more.status === 413, more.status);
}

/** nginx with the site as it is, but with free ports, a certificate of its own and folders that anybody may use. */
async function startNginx(folder: string, portalPort: string) {
  await promisify(execFile)(
    "openssl",
    "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=portal.example.com -keyout key.pem -out certificate.pem"
      .split(" ")
      .concat("-addext", "subjectAltName=DNS:portal.example.com"),
    { cwd: folder },
  );
  const changed = (await readFile(site, "utf8"))
    .replace("127.0.0.1:3000", `127.0.0.1:${portalPort}`)
    .replace(/listen 80;/, `listen 127.0.0.1:${ports.http};`)
    .replace(/listen 443/, `listen 127.0.0.1:${ports.https}`)
    .replaceAll(/ *listen \[::\].*\n/g, "")
    .replace("/etc/fc-portal/nginx;", `${path.dirname(site)};`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/certificate.pem;`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key.pem;`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join("\n");
  const whole = `pid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${changed}\n}\n`;
  await writeFile(path.join(folder, "nginx.conf"), whole);
  const args = ["-p", folder, "-c", "nginx.conf", "-e", "error.log", "-g", "daemon off;"];
  const nginx = spawn("nginx", args, { stdio: "inherit" });
  while (!(await isListening(ports.https))) {
    if (nginx.exitCode !== null) throw new Error("nginx did not start");
    await sleep(50);
  }
  return nginx;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false)).once("connect", () => socket.end());
  });
}

/** Asks over a connection of its own: nginx closes the connection of a request that it refuses. */
function send(ca: Buffer, ...request: Parameters<Send>): Promise<Answer> {
  const [method, pathname, headers = {}, body] = request;
  const whole = {
    ":method": method,
    ":path": pathname,
    ":authority": "portal.example.com",
    ...(method === "GET" ? {} : { "content-length": Buffer.byteLength(body ?? "") }),
    ...headers,
  };
  const client = http2.connect(`https://127.0.0.1:${ports.https}`, { ca, servername: "portal.example.com" });
  const stream = client.request(whole, {
    endStream: body === undefined && headers["content-length"] === undefined,
  });
  if (body !== undefined) stream.end(body);
  return new Promise((resolve, reject) => {
    let headersOfAnswer: http2.IncomingHttpHeaders = {};
    let text = "";
    const answer = () => ({ status: Number(headersOfAnswer[":status"]), headers: headersOfAnswer, text });
    stream.once("response", (received) => (headersOfAnswer = received));
    stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    // nginx resets a request whose body it does not read to its end; its refusal has arrived by then.
    const fail = (error: Error) => (answer().status >= 400 ? resolve(answer()) : reject(error));
    client.once("error", fail);
    stream.once("error", fail).once("close", () => {
      client.destroy();
      resolve(answer());
    });
  });
}
