import type { Fc } from "@fc/contract/units";
import type { GeneratedAlways } from "kysely";

/** Members who close their account, and how far that is. */
export interface ClosureTables {
  closures: {
    id: GeneratedAlways<number>;
    member_id: number;
    asked_at: Date;
    due_at: Date;
    noted_at: GeneratedAlways<Date>;
    /** By the database's own clock and settings; the function closure_note writes them. */
    waits_until: Date | null;
    kyc_kept_until: Date | null;
    tax_kept_until: Date | null;
    taken_back_at: Date | null;
    left_fc: Fc;
    locked_fc: Fc;
    closed_at: Date | null;
    last_mail_id: bigint | null;
    erased_at: Date | null;
    kyc_until: Date | null;
    kyc_erased_at: Date | null;
    tax_until: Date | null;
    tax_erased_at: Date | null;
  };
}
