import { uploadLimits, type UploadFolder } from "@fc/contract/uploads/portal";
import { useEffect, useRef, useState } from "react";
import { refusal, sendPicture } from "../../lib/uploads/upload.ts";
import { compressed } from "../../lib/uploads/upload-compress.ts";
import { pictureDraft, type PictureDraft } from "../../lib/uploads/upload-draft.ts";

export type PictureState =
  | { phase: "none"; error?: unknown }
  | { phase: "preparing"; name: string }
  | { phase: "sending"; draft: PictureDraft; preview: string; fraction: number }
  | { phase: "failed"; draft: PictureDraft; preview: string; error: unknown }
  | { phase: "sent"; draft: PictureDraft; preview: string; proofImageUrl: string };

export type Picture = ReturnType<typeof usePicture>;

interface PictureOptions {
  userId: number;
  folder: UploadFolder;
  /** The compression; a picture can be chosen once it is known. */
  quality: number | undefined;
}

/** Any photo of a phone's camera is accepted; a larger file would only block the phone. */
const mostChosenBytes = 4 * uploadLimits.mostBytes;

/** One picture that is chosen, compressed and sent at once, and survives a reload. */
export function usePicture({ userId, folder, quality }: PictureOptions) {
  const [state, setState] = useState<PictureState>({ phase: "none" });
  const work = useRef<AbortController>(undefined);

  /** Starting a new picture cancels the one before. */
  function begin(): AbortSignal {
    work.current?.abort();
    work.current = new AbortController();
    return work.current.signal;
  }

  async function send(draft: PictureDraft, preview: string, signal: AbortSignal): Promise<void> {
    const show = (next: PictureState) => void (signal.aborted || setState(next));
    show({ phase: "sending", draft, preview, fraction: 0 });
    try {
      const onProgress = (fraction: number) => show({ phase: "sending", draft, preview, fraction });
      const { file, mark } = draft;
      const proofImageUrl = await sendPicture({ userId, folder, file, mark, onProgress, signal });
      if (!signal.aborted) await pictureDraft.keep({ ...draft, proofImageUrl });
      show({ phase: "sent", draft, preview, proofImageUrl });
    } catch (error) {
      show({ phase: "failed", draft, preview, error });
    }
  }

  async function choose(file: File): Promise<void> {
    if (quality === undefined) return;
    const signal = begin();
    setState({ phase: "preparing", name: file.name });
    try {
      if (file.size > mostChosenBytes) throw refusal("PICTURE_TOO_LARGE");
      const smaller = await compressed(file, quality);
      if (signal.aborted) return;
      const draft = {
        userId,
        folder,
        file: smaller,
        name: file.name,
        mark: `${userId}-${folder}-${file.name}-${file.size}-${file.lastModified}-${smaller.size}`,
        keptAt: Date.now(),
      };
      await pictureDraft.keep(draft);
      await send(draft, URL.createObjectURL(smaller), signal);
    } catch (error) {
      if (!signal.aborted) setState({ phase: "none", error });
    }
  }

  async function restore(signal: AbortSignal): Promise<void> {
    const draft = await pictureDraft.find(folder, userId);
    if (!draft || signal.aborted) return;
    const preview = URL.createObjectURL(draft.file);
    const { proofImageUrl } = draft;
    if (proofImageUrl) setState({ phase: "sent", draft, preview, proofImageUrl });
    else await send(draft, preview, signal);
  }

  function drop(): void {
    work.current?.abort();
    void pictureDraft.drop(folder);
    setState({ phase: "none" });
  }

  // After a reload: shown again where it had arrived, and gone on with where it had not.
  useEffect(() => {
    void restore(begin());
    return () => work.current?.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- once, for the member and purpose the page was opened with
  }, [folder, userId]);

  const preview = "preview" in state ? state.preview : undefined;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  return {
    state,
    choose,
    drop,
    retry: () => {
      if (state.phase === "failed") void send(state.draft, state.preview, begin());
    },
    proofImageUrl: state.phase === "sent" ? state.proofImageUrl : undefined,
  };
}
