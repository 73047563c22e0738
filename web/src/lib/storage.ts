/** Browser storage that never throws: it may be switched off, full, or absent while pre-rendering. */
export interface TextStore {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
  /** The keys that begin with a text. */
  keys(start: string): string[];
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
    keys(start) {
      const isWanted = (key: string) => key.startsWith(start);
      try {
        return Object.keys(storage()).filter(isWanted);
      } catch {
        return [...fallback.keys()].filter(isWanted);
      }
    },
  };
}

/** Survives closing the browser; shared by all tabs. */
export const localStore = safely(() => localStorage);
/** Survives a reload of this tab, and no more. */
export const tabStore = safely(() => sessionStorage);
