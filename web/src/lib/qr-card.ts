import { qrPath } from "./qr-path.ts";

export interface QrCardText {
  name: string;
  /** Above the code. */
  words: string;
  /** What a reader finds in it. */
  code: string;
  /** The same for people, in one line or two. */
  below: readonly string[];
}

const width = 1080;
const height = 1440;
const margin = 90;
const qrSide = 760;
const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Devanagari', sans-serif";

/** A picture to print, send or pay by: whose it is, the code and its text below. White, as readers of codes need it. */
export async function qrCard({ name, words, code, below }: QrCardText): Promise<Blob> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser draws no pictures");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = "#58309d";
  pen.fillRect(0, 0, width, 150);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  line(pen, "FC Portal", { at: 75, size: 56, weight: 700, colour: "#ffffff" });
  line(pen, name, { at: 235, size: 68, weight: 700, colour: "#1e1a29" });
  line(pen, words, { at: 325, size: 40, weight: 400, colour: "#5b5669" });
  drawCode(pen, code, 390);
  for (const [at, text] of below.entries())
    line(pen, text, { at: 1240 + 60 * at, size: 38, weight: 500, colour: "#1e1a29" });
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture was not made"))),
      "image/png",
    ),
  );
}

interface Line {
  at: number;
  size: number;
  weight: number;
  colour: string;
}

/** Smaller letters instead of a name or address that leaves the card. */
function line(pen: CanvasRenderingContext2D, text: string, { at, size, weight, colour }: Line): void {
  pen.fillStyle = colour;
  pen.font = `${weight} ${size}px ${fonts}`;
  const room = width - 2 * margin;
  const wide = pen.measureText(text).width;
  if (wide > room) pen.font = `${weight} ${Math.floor((size * room) / wide)}px ${fonts}`;
  pen.fillText(text, width / 2, at);
}

function drawCode(pen: CanvasRenderingContext2D, code: string, top: number): void {
  const { path, size } = qrPath(code);
  pen.save();
  pen.translate((width - qrSide) / 2, top);
  pen.scale(qrSide / size, qrSide / size);
  pen.fillStyle = "#000000";
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- it is a canvas that fills a path
  pen.fill(new Path2D(path));
  pen.restore();
}
