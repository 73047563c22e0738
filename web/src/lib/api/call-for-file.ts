import type { Route } from "@fc/contract/route";
import { answerTo, failure, fileLimitMs, type CallArguments } from "./api.ts";

/** Calls a route whose response is a file, which has the name that the server gives it. */
export async function callForFile<R extends Route>(route: R, ...[input]: CallArguments<R>): Promise<File> {
  const answer = await answerTo(route, input, fileLimitMs);
  const content = await answer.blob().catch(() => {
    throw failure("NETWORK");
  });
  const [, name = "file"] = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
  return new File([content], name, { type: content.type });
}
