import type { UsdCents } from "@fc/contract/units";
import type { GeneratedAlways } from "kysely";

/** The places of members, and the weights of their legs: docs/network.md. */
export interface NetworkTables {
  placements: {
    member_id: number;
    sponsor_id: number | null;
    parent_id: number | null;
    side: "left" | "right" | null;
    run_head_id: number | null;
    pos: number | null;
    placed_at: Date;
    /** The leg of the sponsor that a member of a company which moved in stands in; null for one who registered here. */
    moved_leg: "left" | "right" | "none" | null;
  };
  placement_runs: { head_id: number; side: "left" | "right"; tail_id: number; tail_pos: number };
  team_events: {
    id: GeneratedAlways<bigint>;
    member_id: number;
    active_users: number;
    business_usd_cents: UsdCents;
    recorded_at: Date;
    held_until: Date | null;
  };
  leg_weights: {
    run_head_id: number;
    side: "left" | "right";
    level: number;
    index: number;
    users: number;
    active_users: number;
    business_usd_cents: UsdCents;
  };
  leg_weights_pending: {
    run_head_id: number;
    side: "left" | "right";
    pos: number;
    users: number;
    active_users: number;
    business_usd_cents: UsdCents;
  };
}
