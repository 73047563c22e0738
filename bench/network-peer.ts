import { asUsdCents } from "@fc/contract/units";
import pg from "pg";
import type { Legs, Side } from "../server/src/core/network/types.ts";

interface Members {
  firstId: number;
  lastId: number;
}

const chunk = 50_000;

/**
 * The usual design, in the same database: the row of each member has the counters of both legs, so a read is one
 * look-up, and every change is added to the counters of all ancestors. Its statements are prepared once.
 */
export class Peer {
  readonly #pool: pg.Pool;

  private constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  static async of(ownerUrl: string, members: Members): Promise<Peer> {
    const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 });
    // With room in each page, so that a counter can change without touching the indexes.
    await pool.query(`
      create table peer_members (id int not null, parent_id int, side text,
        left_users int not null, left_active int not null, left_business bigint not null,
        right_users int not null, right_active int not null, right_business bigint not null) with (fillfactor = 50)`);
    await insertCounted(pool, await counted(pool, members));
    await pool.query(`
      alter table peer_members add primary key (id);
      create unique index on peer_members (parent_id, side)`);
    await pool.query("vacuum analyze peer_members");
    return new Peer(pool);
  }

  /** Adds a member at a known place and counts it for all ancestors. */
  async register(parentId: number, side: Side): Promise<number> {
    const client = await this.#pool.connect();
    try {
      await client.query("begin");
      const { rows } = await client.query<{ id: number }>({
        name: "peer-insert",
        text: `insert into peer_members
          select max(id) + 1, $1::int, $2::text, 0, 0, 0, 0, 0, 0 from peer_members returning id`,
        values: [parentId, side],
      });
      await client.query({
        name: "peer-count",
        text: `with recursive above as (
            select parent_id as id, side from peer_members where id = $1
            union all
            select member.parent_id, member.side from above join peer_members member on member.id = above.id
            where member.parent_id is not null
          )
          update peer_members member set left_users = left_users + (above.side = 'left')::int,
            right_users = right_users + (above.side = 'right')::int
          from above where member.id = above.id`,
        values: [rows[0]!.id],
      });
      await client.query("commit");
      return rows[0]!.id;
    } catch (error) {
      await client.query("rollback");
      throw error;
    } finally {
      client.release();
    }
  }

  async legs(memberId: number): Promise<Legs> {
    const { rows } = await this.#pool.query<Record<"users" | "active" | "business", string[]>>({
      name: "peer-legs",
      text: `select array[left_users, right_users]::text[] as users, array[left_active, right_active]::text[] as active,
          array[left_business, right_business]::text[] as business
        from peer_members where id = $1`,
      values: [memberId],
    });
    const { users, active, business } = rows[0]!;
    const totals = (at: number) => ({
      users: Number(users[at]),
      activeUsers: Number(active[at]),
      businessUsdCents: asUsdCents(BigInt(business[at]!)),
    });
    return { left: totals(0), right: totals(1) };
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** One place for each member, in the order of joining. */
interface Counted extends Members {
  /** Minus one for the root. */
  parents: Int32Array;
  isRight: Uint8Array;
  left: Counters;
  right: Counters;
}

const countersFor = (count: number) => ({
  users: new Int32Array(count),
  active: new Int32Array(count),
  business: new Float64Array(count),
});
type Counters = ReturnType<typeof countersFor>;

/** Counts each leg from the places and events alone, with nothing of the product's own sums. */
async function counted(pool: pg.Pool, { firstId, lastId }: Members): Promise<Counted> {
  const count = lastId - firstId + 1;
  const parents = new Int32Array(count).fill(-1);
  const isRight = new Uint8Array(count);
  const [own, left, right] = [countersFor(count), countersFor(count), countersFor(count)];
  for (let from = firstId; from <= lastId; from += chunk) {
    const { rows } = await pool.query<{
      id: number;
      parentId: number | null;
      side: Side | null;
      active: number;
      business: number;
    }>(
      `select member_id as id, parent_id as "parentId", side, coalesce(active, 0)::float8 as active,
         coalesce(business, 0)::float8 as business
       from placements left join (
         select member_id, sum(active_users) as active, sum(business_usd_cents) as business from team_events
         where member_id between $1 and $2 group by member_id
       ) events using (member_id)
       where member_id between $1 and $2`,
      [from, Math.min(from + chunk - 1, lastId)],
    );
    for (const { id, parentId, side, active, business } of rows) {
      const at = id - firstId;
      parents[at] = parentId === null ? -1 : parentId - firstId;
      isRight[at] = side === "right" ? 1 : 0;
      own.active[at] = active;
      own.business[at] = business;
    }
  }
  // A member joined after everybody above it, so from the last to the first each one is whole when it is added up.
  for (let at = count - 1; at > 0; at--) {
    const above = parents[at]!;
    const leg = isRight[at] === 1 ? right : left;
    leg.users[above]! += 1 + left.users[at]! + right.users[at]!;
    leg.active[above]! += own.active[at]! + left.active[at]! + right.active[at]!;
    leg.business[above]! += own.business[at]! + left.business[at]! + right.business[at]!;
  }
  return { firstId, lastId, parents, isRight, left, right };
}

async function insertCounted(
  pool: pg.Pool,
  { firstId, parents, isRight, left, right }: Counted,
): Promise<void> {
  for (let from = 0; from < parents.length; from += chunk) {
    const some = (values: Int32Array | Uint8Array | Float64Array) =>
      Array.from(values.subarray(from, from + chunk));
    const above = some(parents);
    await pool.query(
      `insert into peer_members select * from unnest($1::int[], $2::int[], $3::text[],
         $4::int[], $5::int[], $6::bigint[], $7::int[], $8::int[], $9::bigint[])`,
      [
        above.map((_, at) => firstId + from + at),
        above.map((at) => (at < 0 ? null : firstId + at)),
        some(isRight).map((is, at) => (above[at]! < 0 ? null : is === 1 ? "right" : "left")),
        ...[left, right].flatMap(({ users, active, business }) => [
          some(users),
          some(active),
          some(business),
        ]),
      ],
    );
  }
}
