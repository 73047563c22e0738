import type { Route } from "@fc/contract/route";
import { callForFile, type CallArguments } from "./api.ts";
import { saveFile } from "./save-file.ts";

type FileRoute = Route & { readonly download: { readonly filename: string } };

/** Calls a route whose response is a file, and saves it under the contract's file name. */
export async function download<R extends FileRoute>(route: R, ...input: CallArguments<R>): Promise<void> {
  saveFile(await callForFile(route, ...input), route.download.filename);
}
