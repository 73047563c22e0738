import { randomBytes } from "node:crypto";
import sharp from "sharp";

/** A photo like a phone's: noisy, so that it does not compress, and with a place in its metadata. */
export async function photo({ width = 60, height = 40, turned = false } = {}): Promise<Buffer> {
  const noise = randomBytes(width * height * 3);
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .withMetadata(turned ? { orientation: 6 } : {})
    .withExifMerge({
      IFD0: { Make: "Secret Phone" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "28/1 36/1 50/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "77/1 12/1 32/1",
      },
    })
    .jpeg({ quality: 95 })
    .toBuffer();
}

export function asFile(content: Uint8Array, type = "image/jpeg"): Blob {
  return new Blob([Uint8Array.from(content)], { type });
}
