import { acceptances, acceptDocuments, type WaitingDocument } from "@fc/contract/documents/portal";
import { session } from "@fc/contract/login/session";
import { sendOtp, verifyOtp, type OtpPurpose } from "@fc/contract/otp/portal";
import { changePassword } from "@fc/contract/password/portal";
import type { InputOf, Route } from "@fc/contract/route";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startMailCatcher } from "../development/mail-catcher/catcher.ts";
import { confirmPlanVersion } from "../core/plan/versions.ts";
import { atomically, createDb, createPool } from "../platform/db.ts";
import { createLog } from "../platform/logger.ts";
import { ApiProcess } from "./soak/api-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { TestClient } from "./test-app.ts";

const here = fileURLToPath(new URL("../../..", import.meta.url));

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

/** As an admin does in the console before the first member comes. */
export async function confirmPlan(ownerUrl: string): Promise<void> {
  const db = createDb(createPool({ url: ownerUrl, poolSize: 1 }));
  await atomically(db, confirmPlanVersion, { version: 1, by: null, now: new Date() });
  await db.destroy();
}

/** With `root` another release is started than this one. */
export async function startProduction(
  databaseUrl: string,
  settings: Record<string, string> = {},
  root = here,
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
  const server = new ApiProcess({ DEMO: "", ...env }, root);
  await server.start();
  return {
    url: server.url!,
    npmRun: (command, ...args) => npmRun(root, env, [command, ...args]),
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

/** Runs one of the commands that a release has, and returns what it prints. */
export async function npmRun(
  root: string | undefined,
  env: Record<string, string>,
  [command = "", ...args]: string[],
): Promise<string> {
  const cwd = root ?? here;
  const [node, file] = (await commandsIn(cwd))[command]?.split(" ") ?? [];
  if (node !== "node" || file === undefined) throw new Error(`package.json has no command ${command}`);
  const options = { cwd, env: { PATH: process.env["PATH"], ...env } };
  return (await promisify(execFile)(process.execPath, [file, ...args], options)).stdout;
}

async function commandsIn(root: string): Promise<Record<string, string>> {
  const text = await readFile(`${root}/package.json`, "utf8");
  return (JSON.parse(text) as { scripts: Record<string, string> }).scripts;
}

/** Calls and expects it to be done. */
export async function done<R extends Route>(client: TestClient, route: R, input: InputOf<R>) {
  const { status, body } = await client.call(route, input);
  if (status !== 200) throw new Error(`${route.path} was answered ${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** A member of a company, who confirms each change with the code of a mail. */
export class CompanyMember {
  readonly client: TestClient;
  readonly #company: Production;
  readonly #email: string;
  readonly refId: string;
  id = 0;

  private constructor(company: Production, email: string, refId: string) {
    this.client = new TestClient(company, "192.0.2.7");
    this.#company = company;
    this.#email = email;
    this.refId = refId;
  }

  /** Creates the first member, who signs in with the mailed password and chooses another one. */
  static async first(company: Production, newPassword: string): Promise<CompanyMember> {
    const email = "meera@example.com";
    const added = await company.npmRun(
      "member:add",
      "--name",
      "Meera Nair",
      "--gender",
      "F",
      "--email",
      email,
    );
    const member = new CompanyMember(company, email, /FC\w+/.exec(added)![0]);
    const { text } = await company.mailTo(email, /Welcome/);
    const oldPassword = /temporary password is:?\s+(\S+)/.exec(text)![1]!;
    await member.client.logIn(member.refId, oldPassword);
    member.id = (await done(member.client, session, {})).id;
    const passwords = { userId: member.id, oldPassword, newPassword };
    await member.confirm("change-password", /code.*password/i, passwords);
    await done(member.client, changePassword, { body: passwords });
    await member.#accept();
    return member;
  }

  /** Accepts the documents of the house, as at a first sign-in. A new house may have released none yet. */
  async #accept(): Promise<void> {
    const userId = this.id;
    const { waiting } = await done(this.client, acceptances, { params: { userId } });
    const versions = (waiting as WaitingDocument[]).map(({ kind, version }) => ({ kind, version }));
    if (versions.length > 0) await done(this.client, acceptDocuments, { body: { userId, versions } });
  }

  /** Confirms a change with the code that is mailed; `subject` is the mail's. */
  async confirm(purpose: OtpPurpose, subject: RegExp, change: Record<string, unknown>): Promise<void> {
    const params = { userId: this.id };
    await done(this.client, sendOtp, { params, body: { purpose, change } });
    const { text } = await this.#company.mailTo(this.#email, subject);
    const otp = /\b\d{6}\b/.exec(text)![0];
    const isRight = await done(this.client, verifyOtp, { params: { ...params, otp }, query: {} });
    if (isRight !== true) throw new Error("the code is not valid");
  }
}
