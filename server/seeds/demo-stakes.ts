import { asUsdCents } from "@fc/contract/units";
import { pictureIdIn } from "@fc/contract/uploads/portal";
import sharp from "sharp";
import { approveStakingRequest } from "../src/core/staking/decisions.ts";
import { recordStakingRequest } from "../src/features/staking/staking.ts";
import { after, hour } from "../src/platform/clock.ts";
import { atomically } from "../src/platform/db.ts";
import type { Deps } from "../src/platform/deps.ts";
import { keepPicture } from "../src/platform/files/uploads.ts";
import { seededRandom } from "./random.ts";

export interface DemoStake {
  memberId: number;
  refId: string;
  amountUsd: number;
  requestedAt: Date;
}

/** Requests a stake with a picture of a receipt, and approves it some hours later. */
export async function seedDemoStake(
  deps: Deps,
  stake: DemoStake,
  decision: "approve" | "leave",
): Promise<void> {
  const { memberId, amountUsd, requestedAt } = stake;
  const proofImageUrl = await keepPicture(deps, {
    memberId,
    folder: "stacking-verification-images",
    file: await receipt(stake),
    now: requestedAt,
  });
  const uploadId = pictureIdIn(proofImageUrl) ?? "";
  const request = {
    memberId,
    amountUsdCents: asUsdCents(BigInt(amountUsd) * 100n),
    uploadId,
    now: requestedAt,
  };
  const { id: requestId } = await atomically(deps.db, recordStakingRequest, request);
  if (decision === "leave") return;
  const now = after(requestedAt, 3 * hour);
  await atomically(deps.db, approveStakingRequest, { requestId, publicUrl: deps.publicUrl, now });
}

const receiptWidth = 300;
const receiptHeight = 400;

/** Each receipt differs, as real proofs do: a sheet with unreadable lines. */
async function receipt({ memberId, amountUsd }: DemoStake): Promise<Buffer> {
  const pixels = Buffer.alloc(receiptWidth * receiptHeight * 3, 0xfa);
  const random = seededRandom(memberId * 10_000 + amountUsd);
  for (let top = 40; top < receiptHeight - 40; top += 26) {
    const end = 60 + random() * (receiptWidth - 100);
    for (let y = top; y < top + 9; y++) {
      for (let x = 30; x < end; x++)
        pixels.fill(x % 13 < 10 ? 0x55 : 0xfa, (y * receiptWidth + x) * 3, (y * receiptWidth + x) * 3 + 3);
    }
  }
  return sharp(pixels, { raw: { width: receiptWidth, height: receiptHeight, channels: 3 } })
    .png()
    .toBuffer();
}
