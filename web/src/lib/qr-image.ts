import { qrPath } from "./qr-path.ts";

/** Large enough to be scanned from another screen or printed. */
const sidePx = 1000;
const captionPx = 90;

/** A QR code as a PNG, with a line below that says what it is. */
export async function qrPng(text: string, caption: string): Promise<Blob> {
  const { path, size } = qrPath(text);
  const canvas = document.createElement("canvas");
  canvas.width = sidePx;
  canvas.height = sidePx + captionPx;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser cannot draw the picture");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#1e1a29";
  pen.font = `600 44px ${getComputedStyle(document.body).fontFamily}`;
  pen.textAlign = "center";
  pen.fillText(caption, sidePx / 2, sidePx + captionPx / 3, sidePx - 80);
  pen.scale(sidePx / size, sidePx / size);
  pen.fill(new Path2D(path));
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (file) => (file ? resolve(file) : reject(new Error("The picture was not made"))),
      "image/png",
    );
  });
}
