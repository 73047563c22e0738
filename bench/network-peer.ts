import pg from "pg";

/**
 * The usual design, in the same database: each member's row has the counters of its legs, and every change is added
 * to
 * the counters of all ancestors. Figures without counters need a recursive query.
 */
export class Peer {
  readonly #pool: pg.Pool;

  private constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  static async of(ownerUrl: string): Promise<Peer> {
    const pool = new pg.Pool({ connectionString: ownerUrl, max: 8 });
    await pool.query(`
      create table peer_members as
      select member_id as id, parent_id, side, 0 as left_users, 0 as right_users, coalesce(own.active, 0) as active_users,
        coalesce(own.business, 0) as business_usd_cents
      from placements
      left join (
        select member_id, sum(active_users)::int as active, sum(business_usd_cents)::bigint as business
        from team_events group by member_id
      ) own using (member_id);
      alter table peer_members add primary key (id);
      create unique index on peer_members (parent_id, side)`);
    await pool.query("vacuum analyze peer_members");
    return new Peer(pool);
  }

  /** Adds a member at a known place and counts it for all ancestors. */
  async register(parentId: number, side: string): Promise<number> {
    const client = await this.#pool.connect();
    try {
      await client.query("begin");
      const { rows } = await client.query<{ id: number }>(
        `insert into peer_members (id, parent_id, side, left_users, right_users, active_users, business_usd_cents)
         select max(id) + 1, $1, $2, 0, 0, 0, 0 from peer_members returning id`,
        [parentId, side],
      );
      await client.query(
        `with recursive above as (
           select parent_id as id, side from peer_members where id = $1
           union all
           select member.parent_id, member.side from above join peer_members member on member.id = above.id
           where member.parent_id is not null
         )
         update peer_members member set left_users = left_users + (above.side = 'left')::int,
           right_users = right_users + (above.side = 'right')::int
         from above where member.id = above.id`,
        [rows[0]!.id],
      );
      await client.query("commit");
      return rows[0]!.id;
    } catch (error) {
      await client.query("rollback");
      throw error;
    } finally {
      client.release();
    }
  }

  async legs(rootId: number) {
    const { rows } = await this.#pool.query<{
      leg: "left" | "right";
      users: number;
      active: number;
      business: bigint;
    }>(
      `with recursive below as (
         select id, side as leg, active_users, business_usd_cents from peer_members where parent_id = $1
         union all
         select child.id, below.leg, child.active_users, child.business_usd_cents
         from below join peer_members child on child.parent_id = below.id
       )
       select leg, count(*)::int as users, sum(active_users)::int as active,
         sum(business_usd_cents)::bigint as business
       from below group by leg`,
      [rootId],
    );
    return new Map(rows.map((row) => [row.leg, row]));
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
