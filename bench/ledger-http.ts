import { rm } from "node:fs/promises";
import { fcToWire } from "@fc/contract/money";
import { idempotencyHeader } from "@fc/contract/route";
import { transferCoins } from "@fc/contract/transfer/portal";
import pg from "pg";
import { confirmedBy } from "../server/src/core/guarded-changes/guarded-change.ts";
import { accountSql, memberCodes } from "../server/src/core/ledger/accounts.ts";
import { shortName } from "../server/src/core/members/names.ts";
import { digestOf } from "../server/src/core/otp/otp.ts";
import { transferChange } from "../server/src/features/transfer/transfer.ts";
import { atomically, type Db } from "../server/src/platform/db.ts";
import type { Deps } from "../server/src/platform/deps.ts";
import { createLog } from "../server/src/platform/logger.ts";
import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { openSession, SessionReader, type MemberSession } from "../server/src/platform/sessions.ts";
import type { Database } from "../server/src/testing/cluster.ts";
import { setSetting } from "../server/src/testing/money.ts";
import { ApiProcess } from "../server/src/testing/soak/api-process.ts";
import { temporaryFolder } from "../server/src/testing/temporary-folder.ts";
import type { Move, Peer } from "./ledger-peers.ts";
import { HttpConnection } from "./lib/http-connection.ts";

const secretKey = secretKeyFrom("a key for benchmarks, and nothing else");
const receiverName = shortName("Asha Rao");

interface SignedIn {
  session: MemberSession;
  token: string;
  cookie: string;
}

/** Members who are signed in, and whose transfers are confirmed. */
export class SignedInMembers {
  readonly #owner: pg.Client;
  readonly #byId: ReadonlyMap<number, SignedIn>;

  private constructor(owner: pg.Client, byId: ReadonlyMap<number, SignedIn>) {
    this.#owner = owner;
    this.#byId = byId;
  }

  static async open({ ownerUrl, connect }: Database, members: number): Promise<SignedInMembers> {
    const owner = new pg.Client({ connectionString: ownerUrl });
    owner.on("error", () => undefined);
    await owner.connect();
    await setSetting(ownerUrl, "transfer", {
      minimumFc: 0,
      notedMinimumFc: 0,
      defaultReceiverRefId: "",
      betweenMembers: true,
      hiddenReceiverRefIds: [],
    });
    const { db, close } = connect(1);
    const reader = new SessionReader(db);
    const byId = new Map<number, SignedIn>();
    for (let memberId = 1; memberId <= members; memberId++) {
      const now = new Date();
      const asked = { memberId, temporaryPasswordId: null, ip: "192.0.2.1", userAgent: "", now };
      const { token, cookie } = await atomically(db, openSession, asked);
      byId.set(memberId, { token, cookie, session: (await reader.sessionOf({ token, cookie }, now))! });
    }
    await close();
    return new SignedInMembers(owner, byId);
  }

  of(memberId: number): SignedIn {
    return this.#byId.get(memberId)!;
  }

  /** Grants every transfer directly, because the limits allow fewer codes. */
  async confirm(moves: readonly Move[]): Promise<void> {
    const grants = moves.map((move) => {
      const { memberId, sessionId } = this.of(move.from).session;
      const change = confirmedBy(bodyOf(move), { receiver: receiverName });
      const digest = digestOf({ memberId, sessionId, purpose: "transfer", change, secretKey });
      return { memberId, sessionId, digest: digest.toString("hex") };
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

  async sum(): Promise<bigint> {
    const { rows } = await this.#owner.query<{ sum: string }>(
      `select sum(balance)::text as sum from ledger_accounts where ${accountSql.code("id")} = ${memberCodes.transfer}`,
    );
    return BigInt(rows[0]!.sum);
  }

  close(): Promise<void> {
    return this.#owner.end();
  }
}

/**
 * The product as members use it, in its own process: for every transfer it checks the session, the rules and the
 * code, keeps the key, posts, and writes the mails to both members. A worker would send them, which is not done here.
 */
export class HttpPeer implements Peer {
  readonly #members: SignedInMembers;
  readonly #api: ApiProcess;
  readonly #dataDir: string;
  readonly #connections: HttpConnection[];

  private constructor(
    members: SignedInMembers,
    api: ApiProcess,
    dataDir: string,
    connections: HttpConnection[],
  ) {
    this.#members = members;
    this.#api = api;
    this.#dataDir = dataDir;
    this.#connections = connections;
  }

  static async open(members: SignedInMembers, ownerUrl: string, clients: number): Promise<HttpPeer> {
    const dataDir = await temporaryFolder();
    const api = new ApiProcess({
      DATABASE_URL: ownerUrl,
      SECRET_KEY: secretKey.text,
      DATA_DIR: dataDir,
      LOG_LEVEL: "info",
      MAIL_INBOX_PORT: "0",
      WORKER: "false",
    });
    await api.start();
    const connections = Array.from({ length: clients }, () => new HttpConnection(api.url!));
    return new HttpPeer(members, api, dataDir, connections);
  }

  prepare(moves: readonly Move[]): Promise<void> {
    return this.#members.confirm(moves);
  }

  async move(client: number, move: Move): Promise<void> {
    const { token, cookie } = this.#members.of(move.from);
    const { status, body } = await this.#connections[client]!.ask({
      method: "POST",
      path: `/api${transferCoins.path}`,
      headers: {
        authorization: `Bearer ${token}`,
        cookie: `fc_session=${cookie}`,
        "content-type": "application/json",
        [idempotencyHeader]: move.key,
      },
      body: JSON.stringify(bodyOf(move)),
    });
    if (status !== 200) throw new Error(`a transfer was answered ${body}`);
  }

  sum(): Promise<bigint> {
    return this.#members.sum();
  }

  async close(): Promise<void> {
    for (const connection of this.#connections) connection.close();
    await this.#api.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

/** The same transfers with the same statements in the same batches, but without HTTP and without looking up sessions. */
export class DirectPeer implements Peer {
  readonly #members: SignedInMembers;
  readonly #transfer: ReturnType<typeof transferChange>;
  readonly #close: () => Promise<void>;

  constructor(members: SignedInMembers, { db, close }: { db: Db; close: () => Promise<void> }) {
    this.#members = members;
    this.#close = close;
    // The other parts of a node are not used by a transfer.
    this.#transfer = transferChange({ db, secretKey, log: createLog("silent") } as Deps);
  }

  prepare(moves: readonly Move[]): Promise<void> {
    return this.#members.confirm(moves);
  }

  async move(_: number, move: Move): Promise<void> {
    await this.#transfer.make({
      actor: this.#members.of(move.from).session,
      change: bodyOf(move),
      client: { ip: "192.0.2.1", userAgent: "" },
      now: new Date(),
      idempotencyKey: move.key,
    });
  }

  sum(): Promise<bigint> {
    return this.#members.sum();
  }

  close(): Promise<void> {
    return this.#close();
  }
}

function bodyOf({ from, to, amountFc }: Move) {
  return { fromRefId: `FC${from}`, toRefId: `FC${to}`, amount: fcToWire(amountFc) };
}
