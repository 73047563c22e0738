import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startMailCatcher } from "../development/mail-catcher/catcher.ts";
import { createLog } from "../platform/logger.ts";
import { ApiProcess } from "./soak/api-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

interface Mail {
  subject: string;
  text: string;
}

/** The product as a company runs it: a process of its own with production's settings, and a real mail server. */
export interface Production {
  /** Where the process listens. A proxy that ends TLS would stand before it. */
  url: string;
  /** Runs one of package.json's commands with the same settings, and returns what it prints. */
  npmRun(command: string, ...args: string[]): Promise<string>;
  /** The newest mail to an address whose subject fits; waits until the worker has sent it. */
  mailTo(email: string, subject: RegExp): Promise<Mail>;
  stop(): Promise<void>;
}

export async function startProduction(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<Production> {
  const dataDir = await temporaryFolder();
  const log = createLog("silent");
  const mails = await startMailCatcher({ host: "127.0.0.1", webPort: 0, dataDir, log });
  const env = {
    NODE_ENV: "production",
    PUBLIC_URL: "https://portal.example.com",
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SMTP_URL: mails.smtpUrl,
    MAIL_FROM: "FC Portal <no-reply@example.com>",
    SECRET_KEY: "a key for production of 32 characters",
    TRUST_PROXY: "1",
    LOG_LEVEL: "error",
    ...settings,
  };
  const server = new ApiProcess({ DEMO: "", ...env });
  await server.start();
  return {
    url: server.url!,
    async npmRun(command, ...args) {
      const [node, file] = (await commandsOfThePackage())[command]?.split(" ") ?? [];
      if (node !== "node" || file === undefined) throw new Error(`package.json has no command ${command}`);
      const options = { cwd: root, env: { PATH: process.env["PATH"], ...env } };
      return (await promisify(execFile)(process.execPath, [file, ...args], options)).stdout;
    },
    async mailTo(email, subject) {
      for (;;) {
        const response = await fetch(`${mails.inboxUrl}api/messages?to=${encodeURIComponent(email)}`);
        const found = ((await response.json()) as Mail[]).find((mail) => subject.test(mail.subject));
        if (found) return found;
        await sleep(50);
      }
    },
    async stop() {
      await server.stop();
      await mails.stop();
    },
  };
}

async function commandsOfThePackage(): Promise<Record<string, string>> {
  const text = await readFile(`${root}/package.json`, "utf8");
  return (JSON.parse(text) as { scripts: Record<string, string> }).scripts;
}
