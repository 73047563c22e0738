import type { UploadFolder } from "@fc/contract/uploads/portal";
import { session } from "../session/session.ts";

/** A picture that is being sent, kept in this browser so that a reload neither loses nor restarts it. */
export interface PictureDraft {
  userId: number;
  folder: UploadFolder;
  file: Blob;
  name: string;
  mark: string;
  /** Undefined until the whole file has arrived at the server. */
  proofImageUrl?: string;
  keptAt: number;
}

const lifeMs = 24 * 60 * 60_000;
const storeName = "drafts";

/** Storage may be switched off, full or private: then a reload starts over, and nothing else is lost. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  try {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("fc-uploads", 1);
      opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(storeName));
      opening.addEventListener("success", () => resolve(opening.result));
      opening.addEventListener("error", () => reject(opening.error ?? new Error("no storage")));
    });
    try {
      return await new Promise<Result>((resolve, reject) => {
        const request = work(database.transaction(storeName, mode).objectStore(storeName));
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error ?? new Error("no storage")));
      });
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

export const pictureDraft = {
  async keep(draft: PictureDraft): Promise<void> {
    await inStore("readwrite", (store) => store.put(draft, draft.folder));
  },

  async find(folder: UploadFolder, userId: number): Promise<PictureDraft | undefined> {
    const draft = await inStore<PictureDraft | undefined>("readonly", (store) => store.get(folder));
    const isValid = draft?.userId === userId && Date.now() - draft.keptAt < lifeMs;
    return isValid ? draft : undefined;
  },

  async drop(folder: UploadFolder): Promise<void> {
    await inStore("readwrite", (store) => store.delete(folder));
  },
};

// On a shared phone, a picture of a payment must not stay after the sign-out.
session.subscribe(() => {
  if (!session.token()) void inStore("readwrite", (store) => store.clear());
});
