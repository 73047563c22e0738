import { AppError } from "@fc/contract/errors";
import { uploadLimits } from "@fc/contract/uploads/portal";
import sharp from "sharp";
import { Turns } from "../turns.ts";

/** A picture that we decoded and encoded again, so that nothing else of the uploaded file is left in it. */
export interface Picture {
  jpeg: Buffer;
  width: number;
  height: number;
}

/** Large enough to read every figure on a receipt. */
const longestSidePixels = 2400;
const jpegQuality = 80;
const decodingSeconds = 10;
/**
 * A decoded picture may take 160 MB, so only two are decoded at the same time. It is the memory of this process that is
 * short, so its requests share the turns. Who waits holds the picture as it was sent; more than these are refused.
 */
const decodingTurns = new Turns({ lanes: ["pictures"], concurrency: 2, maxWaiting: 40 });

// Only these decoders may run, whatever a file claims to be: an SVG could refer to other files.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});
// Proofs are rarely identical; a cache would only keep members' pictures in memory.
sharp.cache(false);

/**
 * Refuses files that are not pictures or are too large by their first bytes, before decoding anything. Then it
 * rotates the picture as the camera was held, removes place and camera data, and encodes it again.
 */
export async function pictureFrom(file: Buffer): Promise<Picture> {
  if (file.length > uploadLimits.mostBytes) throw new AppError("PICTURE_TOO_LARGE");
  if (!isKnownKind(file)) throw new AppError("NOT_A_PICTURE");
  return decodingTurns.run({ lane: "pictures" }, () => encodeAgain(file));
}

async function encodeAgain(file: Buffer): Promise<Picture> {
  // A truncated file is refused: the missing part of the picture would be grey.
  const options = {
    limitInputPixels: uploadLimits.mostPixels,
    failOn: "error",
    sequentialRead: true,
  } as const;
  let size: { width: number; height: number };
  try {
    // Reads the header only.
    size = await sharp(file, { ...options, limitInputPixels: false }).metadata();
  } catch {
    throw new AppError("NOT_A_PICTURE");
  }
  if (size.width * size.height > uploadLimits.mostPixels) throw new AppError("PICTURE_TOO_LARGE");
  try {
    const { data, info } = await sharp(file, options)
      .autoOrient()
      .resize({
        width: longestSidePixels,
        height: longestSidePixels,
        fit: "inside",
        withoutEnlargement: true,
      })
      .flatten({ background: "#ffffff" })
      // sharp keeps no metadata unless keepMetadata is called.
      .jpeg({ quality: jpegQuality })
      .timeout({ seconds: decodingSeconds })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  } catch {
    throw new AppError("NOT_A_PICTURE");
  }
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);

function isKnownKind(file: Buffer): boolean {
  const isWebp = file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP";
  return isWebp || [png, jpeg].some((mark) => file.subarray(0, mark.length).equals(mark));
}
