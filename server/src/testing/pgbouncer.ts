import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { loginUrlOf, webUrlOf } from "../platform/login.ts";
import { freePorts } from "./free-ports.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const configuration = new URL("../../../ops/cluster/pgbouncer.ini", import.meta.url);
/** The first version that keeps prepared statements in transaction mode. */
const oldest = [1, 21] as const;
/** pgbouncer does not run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Why there is no pgbouncer to test with; undefined if there is one. */
export function noPgbouncer(): string | undefined {
  const { stdout, error } = spawnSync("pgbouncer", ["--version"], { encoding: "utf8" });
  if (error) return "pgbouncer is not installed";
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/i.exec(stdout) ?? [];
  const isNewEnough =
    Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1]);
  return isNewEnough ? undefined : `${stdout.split("\n")[0]} is older than ${oldest.join(".")}`;
}

/** pgbouncer with the configuration of ops/cluster before a database, with so few connections that clients share them. */
export async function startPgbouncer(
  ownerUrl: string,
): Promise<{ webUrl: string; workerUrl: string; stop(): Promise<void> }> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const [port = 0] = await freePorts(1);
  const files = await pgbouncerFiles({ ownerUrl, port, folder, poolSize: 4 });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const pgbouncer = spawn("pgbouncer", ["--quiet", join(folder, "pgbouncer.ini")], {
    stdio: "inherit",
    ...nobody,
  });
  while (!(await isListening(port))) {
    if (pgbouncer.exitCode !== null) throw new Error("pgbouncer did not start");
    await sleep(20);
  }
  return {
    webUrl: atPort(webUrlOf(ownerUrl), port),
    workerUrl: atPort(loginUrlOf(ownerUrl), port),
    async stop() {
      pgbouncer.kill("SIGKILL");
      await once(pgbouncer, "exit");
    },
  };
}

interface PgbouncerPlace {
  /** The owner at the address that pgbouncer leads to. The logins of requests and of the worker are made of it. */
  ownerUrl: string;
  port: number;
  /** Where standbys answer, at the same host, if there are any. */
  replicasPort?: number;
  /** Where the files will be. */
  folder: string;
  poolSize?: number;
}

/** The configuration of ops/cluster with other places, and its list of users. */
export async function pgbouncerFiles({ ownerUrl, port, replicasPort, folder, poolSize }: PgbouncerPlace) {
  const login = new URL(ownerUrl);
  const database = login.pathname.slice(1);
  const users = "userlist.txt";
  const placeOf = (at: number | string) => `host=${login.hostname} port=${at} dbname=${database}`;
  const changed = (await readFile(configuration, "utf8"))
    .replace(/^fc_portal = .*$/m, `${database} = ${placeOf(login.port)}`)
    .replace(/^fc_portal_read = .*$/m, replicasPort ? `${database}_read = ${placeOf(replicasPort)}` : "")
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${join(folder, users)}`)
    .replace(/^default_pool_size = (.*)$/m, (_, size: string) => `default_pool_size = ${poolSize ?? size}`);
  const userLines = [webUrlOf(ownerUrl), loginUrlOf(ownerUrl)].map((url) => {
    const { username, password } = new URL(url);
    return `"${username}" "${password}"\n`;
  });
  return { "pgbouncer.ini": changed, [users]: userLines.join("") };
}

export function atPort(url: string, port: number): string {
  return Object.assign(new URL(url), { port: String(port) }).href;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.end();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
