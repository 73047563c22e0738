import { refusal } from "./upload.ts";

/** Large enough to read every figure on a receipt. */
const longestSidePixels = 2400;

/** The picture as it will be sent: upright, smaller, a JPEG, and without what the camera wrote beside it. */
export async function compressed(file: Blob, quality: number): Promise<Blob> {
  const { default: Compressor } = await import("compressorjs");
  return new Promise((resolve, reject) => {
    const job = new Compressor(file, {
      quality,
      mimeType: "image/jpeg",
      maxWidth: longestSidePixels,
      maxHeight: longestSidePixels,
      success: resolve,
      // Its message is for programmers: a file that it cannot read is not a picture.
      error: () => reject(refusal("NOT_A_PICTURE")),
    });
    void job;
  });
}
