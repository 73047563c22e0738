import { fcFromText, fcUnitsPerCoin } from "@fc/contract/money";
import { sql, type RawBuilder } from "kysely";
import { accountSql, memberAccount } from "../../core/ledger/accounts.ts";
import { teamAndSponsor } from "../../core/network/team.ts";
import { entriesOfReference } from "../../core/receipts/references.ts";
import { containing } from "../../platform/like.ts";

interface SearchedActivity {
  memberId: number;
  search: string;
  messages: readonly string[];
}

/** What a movement and its entry have to be. */
interface SearchConditions {
  ofMovement?: RawBuilder<unknown>;
  ofEntry?: RawBuilder<unknown>;
}

/**
 * The conditions for what was typed: a reference, else an amount, else words or a person. Of the first two a movement
 * knows enough itself; only for the third each entry has to be looked at.
 */
export function searchFor({ memberId, search, messages }: SearchedActivity): SearchConditions {
  const ofMovement = referenceIs(search) ?? amountIs(search);
  if (ofMovement) return { ofMovement };
  const ofEntry = [
    sql`replace(entry.message, '_', ' ') ilike ${containing(search)}`,
    ...(messages.length === 0 ? [] : [messageIsOneOf(messages)]),
    ...personIs(memberId, search),
  ];
  return { ofEntry: sql`(${sql.join(ofEntry, sql` or `)})` };
}

function referenceIs(search: string): RawBuilder<unknown> | undefined {
  const entries = entriesOfReference(search);
  if (!entries) return undefined;
  return sql`moved.entry_id in (
    select id from ledger_entries where id = any (${entries.ids}::bigint[]) or key = any (${entries.keys}::text[]))`;
}

function messageIsOneOf(messages: readonly string[]): RawBuilder<unknown> {
  const beginnings = messages.map((message) => `${message}/%`);
  return sql`entry.message = any (${messages}::text[]) or entry.message like any (${beginnings}::text[])`;
}

/** "60" finds 60 and 60.5 coins, "60.5" only the latter. People type commas and the unit as they see them. */
function amountIs(search: string): RawBuilder<unknown> | undefined {
  const typed = search.replaceAll(/[,\s+−-]|FC$/gi, "");
  const amountFc = fcFromText(typed);
  if (amountFc === undefined) return undefined;
  const upTo = amountFc + (typed.includes(".") ? 1n : fcUnitsPerCoin);
  return sql`(moved.amount >= ${amountFc} and moved.amount < ${upTo})`;
}

/**
 * A member has to do with those whose transfer or stake passed the own transfer wallet, who paid for an own stake, and with direct referrals,
 * whose stakes pay the direct bonus. Only they are searched by name, so a common name costs no more than a rare one.
 */
function personIs(memberId: number, search: string): RawBuilder<unknown>[] {
  if (!/\p{L}/u.test(search)) return [];
  const own = [memberAccount(memberId, "transfer"), memberAccount(memberId, "staked")];
  const typed = containing(search);
  const passed = (side: "credit_id" | "debit_id", otherSide: "credit_id" | "debit_id") => sql`
    select entry_id, ${sql.ref(otherSide)} as other_id from ledger_postings
    where ${sql.ref(side)} = any (${own}::bigint[]) and ${sql.raw(accountSql.isMembers(side))} and ${sql.raw(accountSql.isMembers(otherSide))}`;
  const partners = sql`(${passed("credit_id", "debit_id")} union all ${passed("debit_id", "credit_id")}) posting
      join members other on other.id = ${sql.raw(accountSql.memberId("posting.other_id"))}`;
  const named = sql`select distinct other.id from ${partners} where other.name ilike ${typed}`;
  // Of others only what is shown of a name is searched, or a search would tell the rest of it.
  const shown = sql`regexp_replace(other.name, '^(\\S+)\\s(?:.*\\s)?(\\S)\\S*$', '\\1 \\2.')`;
  return [
    sql`moved.entry_id in (
      select entry_id from ${partners}
      where other.id <> ${memberId} and (other.ref_id ilike ${typed} or ${shown} ilike ${typed}
        or (other.name ilike ${typed} and other.id in (${teamAndSponsor(memberId, named)}))))`,
    sql`(entry.kind = 'direct_bonus' and split_part(entry.message, '/', 2) in (
      select other.ref_id from placements join members other on other.id = placements.member_id
      where placements.sponsor_id = ${memberId} and (other.name ilike ${typed} or other.ref_id ilike ${typed})))`,
  ];
}
