/** The cursor of a list's first page: there is none. */
export const firstPage: string | undefined = undefined;
