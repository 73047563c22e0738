import type { FastifyInstance } from "fastify";
import type { Deps } from "../platform/deps.ts";
import type { BoundRoute } from "../platform/http/handle.ts";
import type { Task } from "../platform/jobs.ts";
import type { Schema } from "../platform/schema.ts";
import type { OtpGuard } from "./guarded-changes/guarded-change.ts";
import type { StoredAct } from "./proposals/act.ts";
import type { ProposalActs } from "./proposals/proposals.ts";

/** A table whose rows a member reads in "my data" as they are. */
interface KeptTable {
  title: { en: string; hi: string };
  /** What of it is the member's; nothing that is secret, and nobody else's. */
  columns: readonly string[];
  order: string;
}

export type KeptTables = Readonly<Partial<Record<keyof Schema, KeptTable>>>;

/** What a feature may need of all features together. It is complete before the first request comes. */
export interface AllFeatures {
  /** The changes that a code is sent for: exactly those that the routes make. */
  guards: readonly OtpGuard[];
  acts: ProposalActs;
  kept: KeptTables;
}

/** What one feature adds to the product. Each has one, in its feature.ts. */
export interface Feature {
  routes?: (deps: Deps, all: AllFeatures) => BoundRoute[];
  /** For the background worker. */
  tasks?: (deps: Deps) => Task[];
  /** What its proposals do once a second person has confirmed them. */
  acts?: readonly StoredAct[];
  /** Adds what is no call of the API. */
  mount?: (app: FastifyInstance, deps: Deps) => void;
  /** What it keeps about a member. */
  kept?: KeptTables;
}
