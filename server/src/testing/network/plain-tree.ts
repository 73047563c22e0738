import { type UsdCents, noUsdCents, plus } from "@fc/contract/units";
import { sql } from "kysely";
import { atomically, createDb, createPool, type Db, type Tx } from "../../platform/db.ts";
import { loginUrlOf } from "../../platform/login.ts";
import { place, placeRoot } from "../../core/network/place.ts";
import type { Legs, Side } from "../../core/network/types.ts";

export const now = new Date("2026-02-03T04:05:06Z");

/** The application's connections to a test's database. */
export function connect({ url, drop }: { url: string; drop(): Promise<void> }, { poolSize = 8 } = {}) {
  const pool = createPool({ url: loginUrlOf(url), poolSize });
  return {
    url,
    db: createDb(pool),
    async close() {
      await pool.end();
      await drop();
    },
  };
}

/** Adds a member as registration does, below a sponsor or as the root of a new network. */
export async function register(db: Db, sponsorId?: number, side: Side = "left"): Promise<number> {
  const { memberId } = await atomically(db, registerIn, { sponsorId, side });
  return memberId;
}

export async function registerIn(tx: Tx, { sponsorId, side }: { sponsorId: number | undefined; side: Side }) {
  const { rows } = await sql<{ id: number }>`
    insert into members (ref_id, name, email, joined_at)
    values (upper(gen_random_uuid()::text), 'Asha Rao', 'asha@example.com', ${now}) returning id`.execute(tx);
  const memberId = rows[0]!.id;
  if (sponsorId !== undefined) return { memberId, ...(await place(tx, { memberId, sponsorId, side, now })) };
  await placeRoot(tx, { memberId, now });
  return { memberId, parentId: undefined };
}

interface ModelMember {
  id: number;
  parent: ModelMember | undefined;
  side: Side | undefined;
  left: ModelMember | undefined;
  right: ModelMember | undefined;
  isActive: boolean;
  legs: Legs;
}

/** The simplest model of the network: it walks to every place and counts for every ancestor one by one. */
export class PlainTree {
  readonly members: ModelMember[] = [];

  addRoot(id: number): void {
    this.#add(id, undefined, undefined);
  }

  /** Returns the parent of the new member. */
  add(id: number, sponsor: ModelMember, side: Side): number {
    let parent = sponsor;
    for (let next = parent[side]; next; next = parent[side]) parent = next;
    parent[side] = this.#add(id, parent, side);
    this.#countAbove(parent[side], { users: 1, activeUsers: 0, businessUsdCents: noUsdCents });
    return parent.id;
  }

  record(member: ModelMember, activeUsers: number, businessUsdCents: UsdCents): void {
    member.isActive = activeUsers === 0 ? member.isActive : activeUsers > 0;
    this.#countAbove(member, { users: 0, activeUsers, businessUsdCents });
  }

  isBelow(member: ModelMember, ancestor: ModelMember): boolean {
    for (let at: ModelMember | undefined = member; at; at = at.parent) if (at === ancestor) return true;
    return false;
  }

  #add(id: number, parent: ModelMember | undefined, side: Side | undefined): ModelMember {
    const none = () => ({ users: 0, activeUsers: 0, businessUsdCents: noUsdCents });
    const legs = { left: none(), right: none() };
    const member = { id, parent, side, left: undefined, right: undefined, isActive: false, legs };
    this.members.push(member);
    return member;
  }

  #countAbove(member: ModelMember, figures: Legs["left"]): void {
    for (let at = member; at.parent && at.side; at = at.parent) {
      const leg = at.parent.legs[at.side];
      leg.users += figures.users;
      leg.activeUsers += figures.activeUsers;
      leg.businessUsdCents = plus(leg.businessUsdCents, figures.businessUsdCents);
    }
  }
}
