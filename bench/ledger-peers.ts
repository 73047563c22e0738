import type { Fc } from "@fc/contract/units";
import pg from "pg";
import { accountSql, memberAccount, memberCodes } from "../server/src/core/ledger/accounts.ts";

export interface Move {
  from: number;
  to: number;
  amountFc: Fc;
  /** The client's idempotency key. */
  key: string;
}

const requestHash = Buffer.alloc(32, 1);

export interface Peer {
  /** Prepares the transfers; this is not timed. */
  prepare?(moves: readonly Move[]): Promise<void>;
  move(client: number, move: Move): Promise<void>;
  sum(): Promise<bigint>;
  close(): Promise<void>;
}

class Clients {
  readonly clients: pg.Client[] = [];

  async connect(url: string, count: number): Promise<void> {
    for (let at = 0; at < count; at++) {
      const client = new pg.Client({ connectionString: url });
      // The server may stop first after a failure elsewhere, and this must not hide that failure.
      client.on("error", () => undefined);
      await client.connect();
      this.clients.push(client);
    }
  }

  async sumOf(table: string): Promise<bigint> {
    const { rows } = await this.clients[0]!.query<{ sum: string }>(
      `select sum(balance)::text as sum from ${table}`,
    );
    return BigInt(rows[0]!.sum);
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.end()));
  }
}

/**
 * The minimum of the same transfer: one prepared statement and one commit that write the same entry and posting with
 * the same indexes, change the same two balances with the same check and keep the client's key. It has no HTTP,
 * sessions, codes, rules, mails, privileges or triggers.
 */
export class BarePeer extends Clients implements Peer {
  static async open(url: string, clients: number, members: number, coins: bigint): Promise<BarePeer> {
    const peer = new BarePeer();
    await peer.connect(url, clients);
    await peer.clients[0]!.query(`
      create table bare_accounts (id bigint primary key, balance bigint not null check (balance >= 0))
        with (fillfactor = 50);
      insert into bare_accounts select ${accountSql.ofMember("at", memberCodes.transfer)}, ${coins} from generate_series(1, ${members}) as at;
      create table bare_entries (id bigint generated always as identity primary key, kind text not null,
        key text not null unique, effective_at timestamptz not null, recorded_at timestamptz not null default now(),
        message text not null);
      create table bare_postings (entry_id bigint not null, line smallint not null, debit_id bigint not null,
        credit_id bigint not null, amount bigint not null check (amount > 0), effective_at timestamptz not null,
        primary key (entry_id, line));
      create index on bare_postings (debit_id, effective_at, entry_id, line) include (amount);
      create index on bare_postings (credit_id, effective_at, entry_id, line) include (amount);
      create table bare_keys (member_id int not null, key text not null, request_hash bytea not null, result json,
        created_at timestamptz not null, primary key (member_id, key))`);
    return peer;
  }

  async move(client: number, { from, to, amountFc, key }: Move): Promise<void> {
    await this.clients[client]!.query({
      name: "bare-transfer",
      // In id order, because two transfers in opposite directions would otherwise deadlock.
      text: `with locked as materialized (
          select id from bare_accounts where id in ($2, $3) order by id for update
        ), moved as (
          update bare_accounts account set balance = balance + case when account.id = $2 then -$4::bigint else $4 end
          from locked where account.id = locked.id
        ), entry as (
          insert into bare_entries (kind, key, effective_at, message) values ('transfer', $1, now(), $5)
          returning id, effective_at
        ), key as (
          insert into bare_keys (member_id, key, request_hash, result, created_at)
          values (${accountSql.memberId("$2")}, $6, $7, '{}', now())
        )
        insert into bare_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
        select id, 1, $2, $3, $4, effective_at from entry`,
      values: [
        `transfer/${from}/${key}`,
        memberAccount(from, "transfer"),
        memberAccount(to, "transfer"),
        amountFc,
        `TRANSFER/FC${from}_FC${to}`,
        key,
        requestHash,
      ],
    });
  }

  sum(): Promise<bigint> {
    return this.sumOf("bare_accounts");
  }

  static bulkTables(members: number): string {
    return `create table bulk_balances (id bigint primary key, balance bigint not null check (balance >= 0))
        with (fillfactor = 50);
      insert into bulk_balances select ${accountSql.ofMember("at", memberCodes.staking)}, 0 from generate_series(1, ${members}) as at;
      create table bulk_entries (like ledger_entries including constraints including identity including defaults);
      alter table bulk_entries add primary key (id), add unique (key);
      create table bulk_postings (like ledger_postings including constraints);
      alter table bulk_postings add primary key (entry_id, line);
      create index on bulk_postings (debit_id, effective_at, entry_id, line) include (amount) where debit_id > 16;
      create index on bulk_postings (credit_id, effective_at, entry_id, line) include (amount) where credit_id > 16;
      vacuum analyze bulk_balances`;
  }

  static bulkEntries(members: number, round: number): string {
    return `insert into bulk_entries (kind, key, effective_at, message, price_id, plan_version)
      select 'ros', 'ros/2026-02-0${round}/' || id, '2026-01-31', 'ROI', 1, 1 from generate_series(1, ${members}) as id`;
  }

  static bulk(members: number, round: number): string {
    return `insert into bulk_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
      select ${round * members} + id, 1, 1, ${accountSql.ofMember("id", memberCodes.staking)}, 500 + id % 1000, '2026-01-31'
      from generate_series(1, ${members}) as id;
      update bulk_balances set balance = balance + 500 + ${accountSql.memberId("id")} % 1000`;
  }
}

/** Reads both balances, computes, and writes both, which is a common mistake. */
export class NaivePeer extends Clients implements Peer {
  static async open(url: string, clients: number, members: number, coins: bigint): Promise<NaivePeer> {
    const peer = new NaivePeer();
    await peer.connect(url, clients);
    await peer.clients[0]!.query(`
      create table naive_accounts (id int primary key, balance bigint not null) with (fillfactor = 50);
      insert into naive_accounts select at, ${coins} from generate_series(1, ${members}) as at;
      create table naive_transfers (id bigint generated always as identity primary key, from_id int, to_id int,
        amount bigint, made_at timestamptz default now())`);
    return peer;
  }

  async move(client: number, { from, to, amountFc }: Move): Promise<void> {
    const connection = this.clients[client]!;
    const read = {
      name: "naive-read",
      text: "select id, balance::text from naive_accounts where id in ($1, $2)",
    };
    const { rows } = await connection.query<{ id: number; balance: string }>({ ...read, values: [from, to] });
    const held = new Map(rows.map(({ id, balance }) => [id, BigInt(balance)]));
    if (held.get(from)! < amountFc) return;
    const write = { name: "naive-write", text: "update naive_accounts set balance = $2 where id = $1" };
    await connection.query({ ...write, values: [from, held.get(from)! - amountFc] });
    await connection.query({ ...write, values: [to, held.get(to)! + amountFc] });
    await connection.query({
      name: "naive-log",
      text: "insert into naive_transfers (from_id, to_id, amount) values ($1, $2, $3)",
      values: [from, to, amountFc],
    });
  }

  sum(): Promise<bigint> {
    return this.sumOf("naive_accounts");
  }
}
