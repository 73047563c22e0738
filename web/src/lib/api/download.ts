import type { Route } from "@fc/contract/route";
import type { CallArguments } from "./api.ts";
import { callForFile } from "./call-for-file.ts";
import { saveFile } from "./save-file.ts";

type FileRoute = Route & { readonly download: object };

/** What a table asks for, without its page: its file has all of them. */
export function withoutPage<Query extends Partial<Record<"page" | "size" | "cursor", unknown>>>(
  query: Query,
): Omit<Query, "page" | "size" | "cursor"> {
  const { page: _page, size: _size, cursor: _cursor, ...found } = query;
  return found;
}

/** Calls a route whose response is a file, and saves it under the name that the server gives it. */
export async function download<R extends FileRoute>(route: R, ...input: CallArguments<R>): Promise<void> {
  const file = await callForFile(route, ...input);
  saveFile(file, file.name);
}
