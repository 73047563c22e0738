import type { Route } from "@fc/contract/route";
import { callForFile, type CallArguments } from "./api.ts";
import { saveFile } from "./save-file.ts";

type FileRoute = Route & { readonly download: { readonly filename: string } };

/** A call that answers with a file, saved under the name that the contract gives it. */
export async function download<R extends FileRoute>(route: R, ...input: CallArguments<R>): Promise<void> {
  saveFile(await callForFile(route, ...input), route.download.filename);
}
