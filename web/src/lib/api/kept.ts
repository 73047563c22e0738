import "@tanstack/react-query";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Its last answer is shown while the server cannot be reached (portal/kept-figures.ts). */
      isKept?: true;
    };
  }
}

/** For queries of common screens, whose answers hold nothing that is secret. */
export const kept = { isKept: true } as const;
