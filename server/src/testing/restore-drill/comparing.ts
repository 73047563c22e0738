import pg from "pg";
import { problemsOf, type ClientRecord } from "../soak/books.ts";
import type { Operation } from "../soak/operations.ts";

/** What is wrong with a database that was restored as of a moment, in sentences: too little, too much, or damaged. */
export async function problemsAsOf(
  ownerUrl: string,
  record: ClientRecord,
  moment: number,
): Promise<string[]> {
  const operations = record.operations.map((operation) => ({
    ...operation,
    outcome: outcomeAt(operation, moment),
  }));
  return withPool(ownerUrl, (owner) => problemsOf(owner, ownerUrl, { ...record, operations }));
}

/** What began after the moment must not be there, as if it had been refused. */
function outcomeAt(
  { outcome, sentAt = Infinity, acknowledgedAt = Infinity }: Operation,
  moment: number,
): Operation["outcome"] {
  if (outcome === "refused" || sentAt >= moment) return "refused";
  return outcome === "acknowledged" && acknowledgedAt < moment ? "acknowledged" : "unknown";
}

/** Those of the acknowledged operations that a restored database lacks, the first one first. */
export async function missingIn(ownerUrl: string, operations: readonly Operation[]): Promise<Operation[]> {
  const acknowledged = operations.filter(({ outcome }) => outcome === "acknowledged");
  const kept = await withPool(ownerUrl, (owner) =>
    owner.query<{ key: string }>("select key from idempotency_keys where key = any ($1)", [
      acknowledged.map(({ key }) => key),
    ]),
  );
  const keys = new Set(kept.rows.map(({ key }) => key));
  return acknowledged
    .filter(({ key }) => !keys.has(key))
    .toSorted((one, other) => one.acknowledgedAt! - other.acknowledgedAt!);
}

/** Whether something is missing that was acknowledged before something else that is there was even sent. */
export function hasHole(missing: readonly Operation[], operations: readonly Operation[]): boolean {
  const [first] = missing;
  if (first === undefined) return false;
  const gone = new Set(missing);
  return operations.some(
    (operation) =>
      operation.outcome === "acknowledged" &&
      !gone.has(operation) &&
      operation.sentAt! > first.acknowledgedAt!,
  );
}

async function withPool<Result>(url: string, work: (owner: pg.Pool) => Promise<Result>): Promise<Result> {
  const owner = new pg.Pool({ connectionString: url, max: 2 });
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
