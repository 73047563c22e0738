import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { login } from "@fc/contract/login/portal";
import { expect, onTestFinished, test } from "vitest";
import { processFile } from "./testing/process-file.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";
import { createTestDatabase } from "./testing/test-database.ts";

/** Does what systemd does: opens the port, and starts the portal on it each time that it is told to. */
const holder = `
use Socket; use POSIX; $^F = 10;
socket(my $held, PF_INET, SOCK_STREAM, 0); bind($held, sockaddr_in(0, INADDR_LOOPBACK)); listen($held, 128);
my ($port) = sockaddr_in(getsockname($held));
$| = 1; print "port $port\\n";
my $child;
while (<STDIN>) {
  if (/wait/) { waitpid($child, 0); print "ended\n"; next; }
  $child = fork();
  if (!$child) { POSIX::dup2(fileno($held), 3); $ENV{LISTEN_FDS} = 1; $ENV{PORT} = $port; exec(@ARGV); }
  print "pid $child\\n";
}`;

test("who calls while no node runs waits for the next one, and is not refused", async ({ skip }) => {
  if (spawnSync("perl", ["-MSocket", "-MPOSIX", "-e", "1"]).status !== 0) skip("Perl is not here");
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const env = {
    PATH: process.env["PATH"],
    DATABASE_URL: database.url,
    DATA_DIR: await temporaryFolder(),
    MAIL_INBOX_PORT: "0",
    DEMO: "false",
    LOG_LEVEL: "silent",
  };
  const command = [process.execPath, processFile(new URL("main.ts", import.meta.url))];
  const supervisor = spawn("perl", ["-e", holder, ...command], { env, stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void supervisor.kill());
  let output = "";
  supervisor.stdout.on("data", (data) => (output += String(data)));
  const printed = async (pattern: RegExp, from = 0) => {
    for (;;) {
      const found = pattern.exec(output.slice(from));
      if (found) return found[1]!;
      await once(supervisor.stdout, "data");
    }
  };
  const port = await printed(/port (\d+)/);
  supervisor.stdin.write("start\n");
  let node = Number(await printed(/pid (\d+)/));
  onTestFinished(() => void process.kill(node, "SIGKILL"));
  await printed(/(Stop with Ctrl-C)/);
  const call = () =>
    fetch(`http://127.0.0.1:${port}/api${login.path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refId: "FC0000000", password: "a wrong guess" }),
    }).then(({ status }) => status);
  expect(await call()).toBe(200);

  const from = output.length;
  process.kill(node, "SIGTERM");
  supervisor.stdin.write("wait\n");
  await printed(/(ended)/, from);
  const waiting = Array.from({ length: 5 }, call);
  supervisor.stdin.write("start\n");
  node = Number(await printed(/pid (\d+)/, from));
  expect(await Promise.all(waiting)).toEqual([200, 200, 200, 200, 200]);
});
