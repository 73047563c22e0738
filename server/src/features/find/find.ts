import { sure } from "@fc/contract/sure";
import { AppError } from "@fc/contract/errors";
import type { consoleReceipt, FoundRecord } from "@fc/contract/find/console";
import { fcToWire } from "@fc/contract/money";
import { recordOfReference, referenceOf } from "@fc/contract/receipts/reference";
import type { ResponseOf } from "@fc/contract/route";
import { utrOf, utrProblem } from "@fc/contract/staking/portal";
import { withdrawTypesWhere } from "@fc/contract/withdraw/kinds";
import { isDeposit } from "../../core/chain/transfers.ts";
import { accountOf } from "../../core/ledger/accounts.ts";
import { linesOf } from "../../core/ledger/post.ts";
import { receiptData } from "../../core/receipts/facts.ts";
import { findReceipt } from "../../core/receipts/receipts.ts";
import { entriesOfReference } from "../../core/receipts/references.ts";
import { challanName, remittanceKey } from "../../core/taxes/challans.ts";
import { shortAddress } from "../../core/wallet/coin-address.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/** Everything that is called exactly so. Each look-up uses an index; nothing is searched by parts. */
export async function findRecords(db: Db, typed: string): Promise<FoundRecord[]> {
  const text = typed.trim();
  if (text === "") return [];
  const found = await Promise.all([
    receiptCalled(db, text),
    paidBy(db, text),
    withUtr(db, text),
    supportCalled(db, text),
    entryNumbered(db, text),
    depositBy(db, text),
    challanCalled(db, text),
  ]);
  return found.flat();
}

async function receiptCalled(db: Db, text: string): Promise<FoundRecord[]> {
  const record = recordOfReference(text);
  const owner = record && (await ownerOf(db, record));
  if (!record || !owner) return [];
  const reference = referenceOf(record.kind, record.id);
  return [{ kind: "receipt", reference, receipt: record.kind, member: owner.person }];
}

/** A withdrawal, by the transaction that paid it. */
async function paidBy(db: Db, text: string): Promise<FoundRecord[]> {
  if (!/^0x[0-9a-f]{64}$/i.test(text)) return [];
  const rows = await db
    .selectFrom("withdrawals as withdrawal")
    .innerJoin("members as member", "member.id", "withdrawal.member_id")
    .select(["withdrawal.id", "member.ref_id as refId", "member.name"])
    // As its index says it.
    .where(sql<boolean>`lower(withdrawal.transaction_id) = ${text.toLowerCase()}`)
    .where("withdrawal.transaction_id", "like", "0x%")
    .limit(5)
    .execute();
  return rows.map(({ id, ...member }) => {
    const reference = referenceOf("withdrawal", id);
    return { kind: "receipt", reference, receipt: "withdrawal", member };
  });
}

/** Staking requests, by the UTR that their members gave. */
async function withUtr(db: Db, text: string): Promise<FoundRecord[]> {
  if (utrProblem(text) !== undefined) return [];
  const rows = await db
    .selectFrom("staking_requests as request")
    .innerJoin("members as member", "member.id", "request.member_id")
    .select(["request.id", "member.ref_id as refId", "member.name"])
    .where("request.utr", "=", utrOf(text))
    .orderBy("request.id", "desc")
    .limit(5)
    .execute();
  return rows.map(({ id, ...member }) => {
    const reference = referenceOf("staking-request", id);
    return { kind: "receipt", reference, receipt: "staking-request", member };
  });
}

async function supportCalled(db: Db, text: string): Promise<FoundRecord[]> {
  const rows = await db
    .selectFrom("support_records as record")
    .leftJoin("members as member", "member.ref_id", "record.ref_id")
    .select(["record.reference", "record.ref_id", "member.name"])
    .where("record.reference", "=", text.toUpperCase())
    .execute();
  return rows.map(({ reference, ref_id, name }) => ({ kind: "support", reference, who: name ?? ref_id }));
}

async function entryNumbered(db: Db, text: string): Promise<FoundRecord[]> {
  if (!/^\d{1,18}$/.test(text)) return [];
  const rows = await db
    .selectFrom("ledger_entries")
    .select(["id", "message"])
    .where("id", "=", BigInt(text))
    .execute();
  return rows.map(({ id, message }) => ({ kind: "entry", id: String(id), message }));
}

/** Coins that arrived, by the transaction that brought them. */
async function depositBy(db: Db, text: string): Promise<FoundRecord[]> {
  if (!/^0x[0-9a-f]{64}$/i.test(text)) return [];
  const rows = await db
    .selectFrom("chain_transfers as transfer")
    .select(["tx_hash", "amount_fc"])
    .where("tx_hash", "=", text.toLowerCase())
    .where(isDeposit)
    .limit(5)
    .execute();
  return rows.map(({ tx_hash: hash, amount_fc }) => ({
    kind: "deposit",
    hash,
    amountFc: fcToWire(amount_fc),
  }));
}

/** Tax paid to the state, however its challan was typed. */
async function challanCalled(db: Db, text: string): Promise<FoundRecord[]> {
  const name = challanName(text);
  if (name === "") return [];
  const rows = await db
    .selectFrom("ledger_entries")
    .select(["id", "key", sql<string>`metadata ->> 'challan'`.as("challan")])
    .where("kind", "=", "tax_remitted")
    .where("key", "like", `${remittanceKey(text)}%`)
    .orderBy("id", "desc")
    .limit(5)
    .execute();
  return rows
    .filter(({ challan }) => challanName(challan) === name)
    .map(({ id, challan }) => ({ kind: "challan", entryId: String(id), challan }));
}

interface Owner {
  memberId: number;
  person: { refId: string; name: string };
}

type RecordName = NonNullable<ReturnType<typeof recordOfReference>>;

/** The member whose record it is. Where a record concerns two members, it is the one who paid. */
async function ownerOf(db: Db, record: RecordName): Promise<Owner | undefined> {
  const memberId = await ownerIds[record.kind](db, record.id);
  if (memberId === undefined) return undefined;
  const { refId, name } = await db
    .selectFrom("members")
    .select(["ref_id as refId", "name"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  return { memberId, person: { refId, name } };
}

/** Ids of these tables are 32 bits long; a larger one is nobody's. */
const rowIdOf = (id: bigint) => (id < 2n ** 31n ? Number(id) : 0);

const ownerIds: Readonly<Record<RecordName["kind"], (db: Db, id: bigint) => Promise<number | undefined>>> = {
  "staking-request": async (db, id) => {
    const request = await db
      .selectFrom("staking_requests")
      .select("member_id")
      .where("id", "=", rowIdOf(id))
      .executeTakeFirst();
    return request?.member_id;
  },
  withdrawal: (db, id) => ownerOfWithdrawal(db, id, "withdrawal"),
  "internal-transfer": (db, id) => ownerOfWithdrawal(db, id, "internal-transfer"),
  "top-up": async (db, id) => {
    const stake = await db
      .selectFrom("stakes")
      .select(["member_id", "payer_id"])
      .where("entry_id", "=", id)
      .executeTakeFirst();
    return stake && (stake.payer_id ?? stake.member_id);
  },
  "stake-return": async (db, id) => {
    const stake = await db
      .selectFrom("stakes")
      .select("member_id")
      .where("reversal_entry_id", "=", id)
      .where("is_undone", "=", true)
      .executeTakeFirst();
    return stake?.member_id;
  },
  transfer: async (db, id) => {
    const [line] = await linesOf(db, id);
    const from = line && accountOf(line.from);
    return from && from.owner !== "house" ? from.memberId : undefined;
  },
};

async function ownerOfWithdrawal(db: Db, id: bigint, receipt: "withdrawal" | "internal-transfer") {
  const withdrawal = await db
    .selectFrom("withdrawals")
    .select("member_id")
    .where("id", "=", rowIdOf(id))
    .where("currency_type", "in", withdrawTypesWhere("receipt", receipt))
    .executeTakeFirst();
  return withdrawal?.member_id;
}

export async function receiptForOperators(
  db: Db,
  { reference, now }: { reference: string; now: Date },
): Promise<ResponseOf<typeof consoleReceipt>["data"]> {
  const record = recordOfReference(reference);
  const owner = record && (await ownerOf(db, record));
  const facts = owner && (await findReceipt(db, { memberId: owner.memberId, reference, now }));
  if (!record || !owner || !facts) throw new AppError("NOT_FOUND");
  const { address, ...receipt } = receiptData(facts);
  return {
    ...receipt,
    member: owner.person,
    address: address === null ? null : shortAddress(address),
    utr: await utrOfRequest(db, record),
    entries: await entriesOf(db, record),
  };
}

async function utrOfRequest(db: Db, { kind, id }: RecordName): Promise<string | null> {
  if (kind !== "staking-request") return null;
  const request = await db
    .selectFrom("staking_requests")
    .select("utr")
    .where("id", "=", rowIdOf(id))
    .executeTakeFirst();
  return request?.utr ?? null;
}

async function entriesOf(db: Db, record: RecordName): Promise<string[]> {
  if (record.kind === "staking-request") {
    const stakes = await db
      .selectFrom("stakes")
      .select(["entry_id", "reversal_entry_id"])
      .where("request_id", "=", rowIdOf(record.id))
      .execute();
    return stakes.flatMap(({ entry_id, reversal_entry_id }) =>
      [entry_id, reversal_entry_id].filter((id) => id !== null).map(String),
    );
  }
  const { ids, keys } = sure(entriesOfReference(referenceOf(record.kind, record.id)));
  const rows = await db
    .selectFrom("ledger_entries")
    .select("id")
    .where((eb) => eb.or([eb("id", "=", ids[0] ?? 0n), eb("key", "in", keys.length > 0 ? keys : [""])]))
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => String(id));
}
