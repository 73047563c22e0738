import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { rm } from "node:fs/promises";
import http from "node:http";
import { fcToWire } from "@fc/contract/money";
import { idempotencyHeader } from "@fc/contract/route";
import { transferCoins } from "@fc/contract/transfer/portal";
import pg from "pg";
import { accountSql, memberCodes } from "../server/src/core/ledger/accounts.ts";
import { digestOf } from "../server/src/core/otp/otp.ts";
import { shortName } from "../server/src/core/members/names.ts";
import { confirmedBy } from "../server/src/core/guarded-changes/guarded-change.ts";
import { atomically } from "../server/src/platform/db.ts";
import { openSession } from "../server/src/platform/sessions.ts";
import { setSetting } from "../server/src/testing/money.ts";
import { ApiProcess } from "../server/src/testing/soak/api-process.ts";
import { temporaryFolder } from "../server/src/testing/temporary-folder.ts";
import type { Move, Peer } from "./ledger-peers.ts";
import type { Database } from "../server/src/testing/cluster.ts";

const secretKey = secretKeyFrom("a key for benchmarks, and nothing else");
const receiverName = shortName("Asha Rao");

interface Session {
  id: string;
  token: string;
  cookie: string;
}

/**
 * The product as members use it, in its own process: for every transfer it checks the session, the rules and the
 * code,
 * keeps the key, posts, and writes the mails to both members. A worker would send them, which is not done here.
 */
export class HttpPeer implements Peer {
  readonly #owner: pg.Client;
  readonly #api: ApiProcess;
  readonly #dataDir: string;
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #sessions = new Map<number, Session>();

  private constructor(owner: pg.Client, api: ApiProcess, dataDir: string) {
    this.#owner = owner;
    this.#api = api;
    this.#dataDir = dataDir;
  }

  static async open({ ownerUrl, connect }: Database, members: number): Promise<HttpPeer> {
    const owner = new pg.Client({ connectionString: ownerUrl });
    owner.on("error", () => undefined);
    await owner.connect();
    const dataDir = await temporaryFolder();
    const api = new ApiProcess({
      DATABASE_URL: ownerUrl,
      SECRET_KEY: secretKey.text,
      DATA_DIR: dataDir,
      LOG_LEVEL: "info",
      MAIL_INBOX_PORT: "0",
      WORKER: "false",
    });
    const peer = new HttpPeer(owner, api, dataDir);
    await setSetting(ownerUrl, "transfer", {
      minimumFc: 0,
      notedMinimumFc: 0,
      defaultReceiverRefId: "",
      betweenMembers: true,
      hiddenReceiverRefIds: [],
    });
    const { db, close } = connect(1);
    for (let memberId = 1; memberId <= members; memberId++) {
      const now = new Date();
      const session = { memberId, temporaryPasswordId: null, ip: "192.0.2.1", userAgent: "", now };
      const opened = await atomically(db, openSession, session);
      const { rows } = await owner.query<{ id: string }>("select id from sessions where member_id = $1", [
        memberId,
      ]);
      peer.#sessions.set(memberId, { ...opened, id: rows[0]!.id });
    }
    await close();
    await api.start();
    return peer;
  }

  /** Grants every transfer directly, because the limits allow fewer codes. */
  async prepare(moves: readonly Move[]): Promise<void> {
    const grants = moves.map((move) => {
      const { id } = this.#sessions.get(move.from)!;
      const change = confirmedBy(bodyOf(move), { receiver: receiverName });
      const scope = { memberId: move.from, sessionId: id, purpose: "transfer", change, secretKey } as const;
      return { memberId: move.from, sessionId: id, digest: digestOf(scope).toString("hex") };
    });
    await this.#owner.query(
      `insert into otp_grants (id, member_id, session_id, purpose, change_digest, code_hash, tries_left, created_at,
         expires_at, verified_at)
       select gen_random_uuid(), (value ->> 'memberId')::int, (value ->> 'sessionId')::uuid, 'transfer',
         decode(value ->> 'digest', 'hex'), '', 5, now(), now() + interval '10 minutes', now()
       from jsonb_array_elements($1::jsonb) as value`,
      [JSON.stringify(grants)],
    );
    await this.#owner.query("vacuum analyze otp_grants, sessions, idempotency_keys, mails, jobs");
  }

  async move(_: number, move: Move): Promise<void> {
    const { token, cookie } = this.#sessions.get(move.from)!;
    const body = JSON.stringify(bodyOf(move));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const request = http.request(`${this.#api.url}/api${transferCoins.path}`, {
      agent: this.#agent,
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        cookie: `fc_session=${cookie}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        [idempotencyHeader]: move.key,
      },
    });
    request.on("error", reject);
    request.on("response", (response) => {
      let text = "";
      response.on("data", (chunk) => (text += String(chunk)));
      response.on("end", () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`a transfer was answered ${text}`)),
      );
    });
    request.end(body);
    return promise;
  }

  async sum(): Promise<bigint> {
    const { rows } = await this.#owner.query<{ sum: string }>(
      `select sum(balance)::text as sum from ledger_accounts where ${accountSql.code("id")} = ${memberCodes.transfer}`,
    );
    return BigInt(rows[0]!.sum);
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    await this.#api.stop();
    await this.#owner.end();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

function bodyOf({ from, to, amountFc }: Move) {
  return { fromRefId: `FC${from}`, toRefId: `FC${to}`, amount: fcToWire(amountFc) };
}
