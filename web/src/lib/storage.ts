/** Browser storage that never throws: it may be switched off, full, or absent while pre-rendering. */
export interface TextStore {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
}

function safely(storage: () => Storage): TextStore {
  const fallback = new Map<string, string>();
  return {
    read(key) {
      try {
        return storage().getItem(key);
      } catch {
        return fallback.get(key) ?? null;
      }
    },
    write(key, value) {
      try {
        storage().setItem(key, value);
      } catch {
        fallback.set(key, value);
      }
    },
    remove(key) {
      fallback.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // Nothing was stored, so nothing is left behind.
      }
    },
  };
}

/** Survives closing the browser; shared by all tabs. */
export const localStore = safely(() => localStorage);
/** Survives a reload of this tab, and no more. */
export const tabStore = safely(() => sessionStorage);
