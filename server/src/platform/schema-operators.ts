import type { OperatorRole } from "@fc/contract/operator-access";
import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";

/** The tables of the people who run the business. */
export interface OperatorTables {
  operators: {
    id: GeneratedAlways<number>;
    email: string;
    name: string;
    role: OperatorRole;
    password_hash: string | null;
    status: Generated<"active" | "disabled">;
    may_skip_totp: Generated<boolean>;
    created_at: Date;
  };
  operator_invitations: {
    secret_hash: Buffer;
    operator_id: number;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  operator_sessions: {
    id: string;
    operator_id: number;
    token_hash: Buffer;
    cookie_hash: Buffer;
    passed_second_step: Generated<boolean>;
    ip: string;
    user_agent: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    revoked_at: Date | null;
  };
  operator_log: {
    id: GeneratedAlways<bigint>;
    operator_id: number;
    action: string;
    member_id: number | null;
    details: JSONColumnType<Record<string, unknown>>;
    ip: string;
    at: Date;
  };
}
