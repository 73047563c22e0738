import { asFc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { fcText } from "@fc/contract/amount-text";
import { isJump, type addPrice as addPriceRoute } from "@fc/contract/prices/console";
import { AppError } from "@fc/contract/errors";
import { fcFromWire, fcToWire, inrRateFromWire, inrRateToWire } from "@fc/contract/money";
import type { BodyOf } from "@fc/contract/route";
import * as z from "zod/mini";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { decidedAlready } from "../../core/operators/decided.ts";
import { logAction } from "../../core/operators/log.ts";
import { proposalAct } from "../../core/proposals/act.ts";
import { lockProposals, propose } from "../../core/proposals/proposals.ts";
import {
  addPrice,
  checkBeginning,
  currentPrice,
  lockPrices,
  nextPriceFrom,
  pricesDuring,
  withdrawPrice,
  type Price,
} from "../../core/prices/prices.ts";
import { after, day } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { indiaTime } from "../../platform/format.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

type NewPrice = BodyOf<typeof addPriceRoute> & { operating: Operating; publicUrl: string };

/** Sets a price, or proposes it where it takes two people; then there is no id yet. */
export async function setPrice(tx: Tx, input: NewPrice): Promise<number | null> {
  const { operating, publicUrl, seen, again, reason, ...wanted } = input;
  await lockProposals(tx);
  await lockPrices(tx);
  await checkSeen(tx, seen);
  const from = beginningOf(wanted, operating.now);
  checkBeginning(from, operating.now);
  const before = await currentPrice(tx, from);
  if (before) await checkTypedAgain(tx, { before, wanted, again });
  if (!(await takesTwo(tx, { wanted, from }))) return storePrice(tx, { wanted, operating });
  const proposed = await propose(tx, priceAct, { change: wanted, reason, operating, publicUrl });
  return proposed.isWaiting ? null : proposed.done;
}

interface WantedPrice extends TypedPrice {
  /** Null: from now on. */
  effectiveFrom: string | null;
}

const beginningOf = ({ effectiveFrom }: WantedPrice, now: Date) =>
  effectiveFrom === null ? now : new Date(effectiveFrom);

/**
 * Whether a price moves too far for one person, from any other one in force less than a day before it begins or less
 * than a day after it ends. So a large change cannot be split into small ones, nor be made by prices that are
 * scheduled out of their order, nor by going up first and then down.
 */
async function takesTwo(db: Db, { wanted, from }: { wanted: TypedPrice; from: Date }): Promise<boolean> {
  const { twoAbovePercent } = await businessSetting(db, "prices");
  const end = await nextPriceFrom(db, from);
  const near = await pricesDuring(db, { from: after(from, -day), to: end ? after(end, day) : from });
  return near.some(({ from: begins, ...other }) =>
    begins <= from
      ? jumps(typed(other), wanted, twoAbovePercent)
      : jumps(wanted, typed(other), twoAbovePercent),
  );
}

/** A price that moves so far that it takes two people. */
export const priceAct = proposalAct({
  kind: "price",
  change: z.object({ cost: z.number(), inrPerUsd: z.number(), effectiveFrom: z.nullable(z.string()) }),
  async review(db, wanted, now) {
    const from = beginningOf(wanted, now);
    const before = await currentPrice(db, from);
    return {
      subject: "price",
      title: "A new price",
      lines: [
        {
          label: "FC for $15",
          from: before ? fcText(asFc(before.fcFor15Usd)) : "not set",
          to: fcText(sure(fcFromWire(wanted.cost))),
        },
        {
          label: "Rupees for a dollar",
          from: before ? `₹${inrRateToWire(before.inrPerUsd)}` : "not set",
          to: `₹${wanted.inrPerUsd}`,
        },
        {
          label: "In force",
          from: "–",
          to: wanted.effectiveFrom === null ? "once it is confirmed" : `from ${indiaTime(from)} on`,
        },
      ],
      before: { seen: await pricesSeen(db), follows: before?.id ?? null },
      until: wanted.effectiveFrom === null ? undefined : from,
    };
  },
  async apply(tx, wanted, { operating, proposedBy }) {
    await lockPrices(tx);
    return storePrice(tx, { wanted, operating, proposedBy });
  },
});

interface StoredPrice {
  wanted: WantedPrice;
  operating: Operating;
  /** Where it took two. */
  proposedBy?: { id: number; name: string };
}

async function storePrice(tx: Tx, { wanted, operating, proposedBy }: StoredPrice): Promise<number> {
  const { operatorId, now } = operating;
  const effectiveFrom = beginningOf(wanted, now);
  const before = await currentPrice(tx, effectiveFrom);
  const id = await addPrice(tx, {
    fcFor15Usd: sure(fcFromWire(wanted.cost)),
    inrPerUsd: sure(inrRateFromWire(wanted.inrPerUsd)),
    effectiveFrom,
    createdBy: proposedBy?.id ?? operatorId,
    now,
  });
  const details = {
    price: id,
    fcFor15Usd: wanted.cost,
    inrPerUsd: wanted.inrPerUsd,
    from: effectiveFrom.toISOString(),
    before: before ? fcToWire(asFc(before.fcFor15Usd)) : null,
    inrBefore: before ? inrRateToWire(before.inrPerUsd) : null,
    ...(proposedBy && proposedBy.id !== operatorId && { proposedBy: proposedBy.name }),
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

type StoredFigures = Pick<Price, "fcFor15Usd" | "inrPerUsd">;

const typed = ({ fcFor15Usd, inrPerUsd }: StoredFigures): TypedPrice => ({
  cost: fcToWire(asFc(fcFor15Usd)),
  inrPerUsd: inrRateToWire(inrPerUsd),
});

function jumps(before: TypedPrice, then: TypedPrice, percent: number): boolean {
  return isJump(before.cost, then.cost, percent) || isJump(before.inrPerUsd, then.inrPerUsd, percent);
}

interface RepeatedPrice {
  before: StoredFigures;
  wanted: TypedPrice;
  again: TypedPrice | undefined;
}

/** A digit too many or too few would change what everybody owns, so a large change must be typed twice. */
async function checkTypedAgain(db: Db, { before, wanted, again }: RepeatedPrice): Promise<void> {
  const { repeatAbovePercent } = await businessSetting(db, "prices");
  if (!jumps(typed(before), wanted, repeatAbovePercent)) return;
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
  await checkNoJumpLeft(tx, withdrawn.from);
  const details = {
    price: id,
    fcFor15Usd: fcToWire(asFc(withdrawn.fcFor15Usd)),
    from: withdrawn.from.toISOString(),
  };
  await logAction(tx, { ...operating, action: "price/withdraw", details });
}

/**
 * The price before the withdrawn one now lasts until the next one begins. If the steps between were withdrawn, one
 * person would make the jump at once that would have taken two. Withdrawing the last price first always works.
 */
async function checkNoJumpLeft(tx: Tx, from: Date): Promise<void> {
  const before = await currentPrice(tx, from);
  if (before && (await nextPriceFrom(tx, from)) && (await takesTwo(tx, { wanted: typed(before), from }))) {
    throw new AppError("PRICE_JUMP_LEFT");
  }
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
