import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the file
import workerAddress from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";

GlobalWorkerOptions.workerSrc = workerAddress;

/** Opens a PDF to be drawn by ourselves. Loaded only where the browser has no viewer, because it is large. */
export async function openPdf(file: Blob): Promise<PDFDocumentProxy> {
  const data = new Uint8Array(await file.arrayBuffer());
  // The page's policy allows no code that is made from text.
  return getDocument({ data, isEvalSupported: false }).promise;
}
