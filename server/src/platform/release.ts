import { readFileSync } from "node:fs";
import * as z from "zod";
import packageJson from "../../../package.json" with { type: "json" };
import { operatorNews } from "./changelog.ts";

const rootFile = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");

/** The release that this process runs. An archive says it more exactly than package.json. */
export const releaseVersion = namedByArchive() ?? packageJson.version;

function namedByArchive(): string | undefined {
  try {
    return z.object({ version: z.string() }).parse(JSON.parse(rootFile("release.json"))).version;
  } catch {
    // Only an archive has the file.
    return undefined;
  }
}

/** What is new for operators; undefined if the changelog is not there or says nothing. */
export function newsForOperators() {
  try {
    return operatorNews(rootFile("CHANGELOG.md"));
  } catch {
    return undefined;
  }
}
