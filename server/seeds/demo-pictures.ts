import sharp from "sharp";
import { seededRandom } from "./random.ts";

const cardWidth = 480;
const cardHeight = 300;

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A picture that resembles a PAN card, with a portrait and unreadable lines; different for each seed. */
export async function demoPanCard(seed: number): Promise<Buffer> {
  const random = seededRandom(seed);
  const pixels = Buffer.alloc(cardWidth * cardHeight * 3);
  const paint = (area: Area, colour: string) => fill(pixels, area, Buffer.from(colour, "hex"));
  paint({ left: 0, top: 0, width: cardWidth, height: cardHeight }, "d9e7ee");
  paint({ left: 0, top: 0, width: cardWidth, height: 46 }, "7fa6bd");
  paint({ left: 24, top: 72, width: 96, height: 116 }, "f6f8f9");
  paint({ left: 52, top: 88, width: 40, height: 46 }, "b98f72");
  paint({ left: 38, top: 138, width: 68, height: 50 }, "5a6f8c");
  for (let top = 78; top < 240; top += 34) {
    words(paint, { left: 150, top, width: 120 + random() * 180, height: 12 }, random);
  }
  words(paint, { left: 24, top: 262, width: 150, height: 14 }, random);
  return sharp(pixels, { raw: { width: cardWidth, height: cardHeight, channels: 3 } })
    .png()
    .toBuffer();
}

function fill(pixels: Buffer, { left, top, width, height }: Area, colour: Buffer): void {
  for (let y = top; y < top + height; y++) {
    const row = y * cardWidth;
    pixels.fill(colour, (row + left) * 3, (row + Math.floor(left + width)) * 3);
  }
}

function words(paint: (area: Area, colour: string) => void, line: Area, random: () => number): void {
  const end = line.left + line.width;
  for (let left = line.left; left < end;) {
    const width = Math.floor(14 + random() * 40);
    paint({ ...line, left, width: Math.min(width, end - left) }, "36474f");
    left += width + 8;
  }
}
