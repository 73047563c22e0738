import { sure } from "@fc/contract/sure";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { Box } from "@mantine/core";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";

interface PdfPagesProps {
  /** Loads the file and what reads it. */
  open: () => Promise<PDFDocumentProxy>;
  /** The same words, for those who do not see the pages, and where the file cannot be shown. */
  words: ReactNode;
}

/** The pages of a PDF, one below the other. */
export function PdfPages({ open, words }: PdfPagesProps) {
  const [pages, setPages] = useState<PDFPageProxy[] | "failed">();
  useEffect(() => {
    let file: PDFDocumentProxy | undefined;
    let isGone = false;
    void (async () => {
      try {
        file = await open();
        const numbers = Array.from({ length: file.numPages }, (_, at) => at + 1);
        const found = await Promise.all(numbers.map((number) => sure(file).getPage(number)));
        if (!isGone) setPages(found);
      } catch {
        if (!isGone) setPages("failed");
      }
      if (isGone) void file?.destroy();
    })();
    return () => {
      isGone = true;
      void file?.destroy();
      // Pages of a file that is gone cannot be drawn: after the phone is turned, another file is shown.
      setPages(undefined);
    };
  }, [open]);
  if (pages === "failed") return words;
  return (
    <>
      <div className="visually-hidden">{words}</div>
      {pages === undefined ? (
        <Box p="md">
          <TextSkeleton rows={5} />
        </Box>
      ) : (
        pages.map((page) => <PdfPage key={page.pageNumber} page={page} />)
      )}
    </>
  );
}

/** Drawn when it comes near, in the pixels of this screen, and again when its width changes. */
function PdfPage({ page }: { page: PDFPageProxy }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = page.getViewport({ scale: 1 });
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    let isNear = false;
    let drawing: ReturnType<PDFPageProxy["render"]> | undefined;
    const draw = () => {
      const pixels = Math.round(element.clientWidth * devicePixelRatio);
      if (!isNear || pixels === 0 || element.width === pixels) return;
      drawing?.cancel();
      const viewport = page.getViewport({ scale: pixels / width });
      element.width = pixels;
      element.height = Math.round(viewport.height);
      drawing = page.render({ canvas: element, viewport });
      // Only a drawing that a newer one replaced, or whose page is gone, ends early.
      drawing.promise.catch(() => undefined);
    };
    const near = new IntersectionObserver(
      (entries) => {
        isNear = entries.some(({ isIntersecting }) => isIntersecting);
        draw();
      },
      { root: element.parentElement, rootMargin: "100%" },
    );
    const resized = new ResizeObserver(draw);
    near.observe(element);
    resized.observe(element);
    return () => {
      near.disconnect();
      resized.disconnect();
      drawing?.cancel();
    };
  }, [page, width]);
  return (
    <canvas
      ref={canvas}
      className="pdf-page"
      aria-hidden="true"
      width={0}
      style={{ aspectRatio: width / height }}
    />
  );
}
