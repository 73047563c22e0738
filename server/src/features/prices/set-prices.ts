import { isJump, type addPrice as addPriceRoute } from "@fc/contract/prices/console";
import { AppError } from "@fc/contract/errors";
import { fcFromWire, fcToWire, inrRateFromWire, inrRateToWire } from "@fc/contract/money";
import type { BodyOf } from "@fc/contract/route";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { decidedAlready } from "../../core/operators/decided.ts";
import { logAction } from "../../core/operators/log.ts";
import { addPrice, currentPrice, lockPrices, withdrawPrice } from "../../core/prices/prices.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

type NewPrice = BodyOf<typeof addPriceRoute> & { operating: Operating };

export async function setPrice(tx: Tx, { operating, seen, again, ...wanted }: NewPrice): Promise<number> {
  const { operatorId, now } = operating;
  await lockPrices(tx);
  await checkSeen(tx, seen);
  const effectiveFrom = wanted.effectiveFrom === null ? now : new Date(wanted.effectiveFrom);
  const before = await currentPrice(tx, effectiveFrom);
  if (before) await checkTypedAgain(tx, { before, wanted, again });
  const id = await addPrice(tx, {
    fcFor15Usd: fcFromWire(wanted.cost)!,
    inrPerUsd: inrRateFromWire(wanted.inrPerUsd)!,
    effectiveFrom,
    createdBy: operatorId,
    now,
  });
  const details = {
    price: id,
    fcFor15Usd: wanted.cost,
    inrPerUsd: wanted.inrPerUsd,
    from: effectiveFrom.toISOString(),
    before: before ? fcToWire(before.fcFor15Usd) : null,
    inrBefore: before ? inrRateToWire(before.inrPerUsd) : null,
  };
  await logAction(tx, { ...operating, action: "price/set", details });
  return id;
}

/** Prices are only added or withdrawn, so the two counts identify what a page has seen. */
export async function pricesSeen(db: Db): Promise<number> {
  const { set, withdrawn } = await db
    .selectFrom("prices")
    .select((eb) => [eb.fn.countAll<bigint>().as("set"), eb.fn.count<bigint>("withdrawn_at").as("withdrawn")])
    .executeTakeFirstOrThrow();
  return Number(set + withdrawn);
}

async function checkSeen(db: Db, seen: number): Promise<void> {
  if ((await pricesSeen(db)) === seen) return;
  const newest = await db
    .selectFrom("operator_log as line")
    .innerJoin("operators as operator", "operator.id", "line.operator_id")
    .select(["operator.name as by", "line.at"])
    .where("line.action", "in", ["price/set", "price/withdraw"])
    .orderBy("line.id", "desc")
    .limit(1)
    .executeTakeFirst();
  throw decidedAlready(newest ?? { by: null, at: null });
}

interface TypedPrice {
  cost: number;
  inrPerUsd: number;
}

interface PriceChange {
  before: { fcFor15Usd: bigint; inrPerUsd: bigint };
  wanted: TypedPrice;
  again: TypedPrice | undefined;
}

/** A digit too many or too few would change what everybody owns, so a large change must be typed twice. */
async function checkTypedAgain(db: Db, { before, wanted, again }: PriceChange): Promise<void> {
  const { repeatAbovePercent } = await businessSetting(db, "prices");
  const jumps =
    isJump(fcToWire(before.fcFor15Usd), wanted.cost, repeatAbovePercent) ||
    isJump(inrRateToWire(before.inrPerUsd), wanted.inrPerUsd, repeatAbovePercent);
  if (!jumps) return;
  if (!again) throw new AppError("PRICE_JUMP");
  const wrong = {
    ...(again.cost === wanted.cost ? {} : { "again.cost": "This is another price" }),
    ...(again.inrPerUsd === wanted.inrPerUsd ? {} : { "again.inrPerUsd": "This is another price" }),
  };
  if (Object.keys(wrong).length > 0) throw new AppError("BAD_REQUEST", { fields: wrong });
}

export async function withdrawSetPrice(
  tx: Tx,
  { id, operating }: { id: number; operating: Operating },
): Promise<void> {
  const { operatorId, now } = operating;
  await lockPrices(tx);
  const withdrawn = await withdrawPrice(tx, { id, withdrawnBy: operatorId, now });
  if (!withdrawn) throw await whyNot(tx, id);
  const details = {
    price: id,
    fcFor15Usd: fcToWire(withdrawn.fcFor15Usd),
    from: withdrawn.from.toISOString(),
  };
  await logAction(tx, { ...operating, action: "price/withdraw", details });
}

async function whyNot(db: Db, id: number): Promise<AppError> {
  const price = await db
    .selectFrom("prices as price")
    .leftJoin("operators as operator", "operator.id", "price.withdrawn_by")
    .select(["price.withdrawn_at as at", "operator.name as by"])
    .where("price.id", "=", id)
    .executeTakeFirst();
  if (!price) return new AppError("NOT_FOUND");
  return price.at ? decidedAlready(price) : new AppError("PRICE_IN_FORCE");
}
