import { asFc } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { accountSql, memberCodes } from "../server/src/core/ledger/accounts.ts";
import { postSelected } from "../server/src/core/ledger/bulk.ts";
import { atomically } from "../server/src/platform/db.ts";
import { DirectPeer, HttpPeer, SignedInMembers } from "./ledger-http.ts";
import { BarePeer, NaivePeer, type Move, type Peer } from "./ledger-peers.ts";
import type { Database } from "../server/src/testing/cluster.ts";
import { report, type Promised } from "./lib/report.ts";
import { timeMs } from "./lib/timing.ts";

const clients = 32;
/** A batch at a time needs one, and more where requests are tried again alone. The server has a hundred for all. */
const directConnections = 8;
/** So many that each makes a few transfers in five minutes, as people do: these are looked through for the same one. */
const members = 4000;
const coins = 100_000_000n;
const rounds = 3;
/** What is promised: our rate is at least this part of the peer's. The ratio is the other way round. */
const leastOfRate = { bare: 0.2, direct: 0.6 };

/** 32 clients transfer between members. The variants take turns, so that all run under the same load. */
export async function transfers(database: Database): Promise<void> {
  await openings(database);
  const signedIn = await SignedInMembers.open(database, members);
  const ours = await HttpPeer.open(signedIn, database.ownerUrl, clients);
  const direct = new DirectPeer(signedIn, database.connect(directConnections));
  const bare = await BarePeer.open(database.ownerUrl, clients, members, coins);
  const naive = await NaivePeer.open(database.ownerUrl, clients, members, coins);
  const peers = { ours, direct, bare, naive };
  for (const peer of Object.values(peers)) await rate(peer, 1000);
  const rates = { ours: [] as number[], direct: [] as number[], bare: [] as number[], naive: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    rates.ours.push(await rate(ours, 3000));
    rates.direct.push(await rate(direct, 3000));
    rates.bare.push(await rate(bare, 3000));
    rates.naive.push(await rate(naive, 3000));
  }
  const middle = (each: number[]) => each.toSorted((a, b) => a - b)[rounds >> 1]!;
  const ourRate = middle(rates.ours);
  const against = (name: string, peer: number, promise: Promised | null) =>
    report({ name, unit: "transfers/s", ours: ourRate, peer, better: "larger", promise });
  against(
    `transfers through HTTP by ${clients} clients, against the same as one bare prepared statement by ${clients} connections`,
    middle(rates.bare),
    { ratioAtMost: 1 / leastOfRate.bare },
  );
  against("the same, against the same statements without HTTP", middle(rates.direct), {
    ratioAtMost: 1 / leastOfRate.direct,
  });
  against("the same, against reading and then writing", middle(rates.naive), null);
  const expected = BigInt(members) * coins;
  for (const [name, peer] of Object.entries(peers)) {
    const off = Number((await peer.sum()) - expected);
    // Reading and then writing must lose some: a check that finds nothing there would find nothing anywhere.
    const isNaive = peer === naive;
    report({
      name: `units lost or invented by ${name}${isNaive ? ", where some must be found" : ""}`,
      unit: "units",
      ours: Math.abs(off),
      peer: null,
      better: isNaive ? "larger" : "smaller",
      promise: { limit: isNaive ? 1 : 0 },
    });
  }
  for (const peer of Object.values(peers)) await peer.close();
  await signedIn.close();
}

async function rate(peer: Peer, count: number): Promise<number> {
  const moves = Array.from({ length: count }, randomMove);
  await peer.prepare?.(moves);
  let next = 0;
  const work = async (client: number) => {
    while (next < count) await peer.move(client, moves[next++]!);
  };
  const ms = await timeMs(() => Promise.all(Array.from({ length: clients }, (_, client) => work(client))));
  return (count * 1000) / ms;
}

/** Each move has its own amount: a code confirms only one, and the same transfer twice in minutes is asked about. */
let lastAmountFc = 0n;

function randomMove(): Move {
  const from = 1 + Math.floor(Math.random() * members);
  const to = 1 + ((from + Math.floor(Math.random() * (members - 1))) % members);
  return { from, to, amountFc: asFc(++lastAmountFc), key: randomUUID() };
}

async function openings(database: Database): Promise<void> {
  const { db, close } = database.connect(1);
  await atomically(
    db,
    postSelected,
    sql`select 'opening' as kind, 'opening/' || id as key, now() as effective_at, 'OPENING' as message,
      null::int as price_id, null::int as plan_version, null::jsonb as metadata, 8::bigint as debit_id,
      ${sql.raw(accountSql.ofMember("id", memberCodes.transfer))} as credit_id, ${coins}::bigint as amount from generate_series(1, ${members}::int) as id`,
  );
  await close();
}
