import { readFileSync } from "node:fs";

/** A script that is a part of a page, without its comments and types. */
export function inlineScript(file: string): string {
  return readFileSync(`${import.meta.dirname}/src/${file}`, "utf8")
    .replaceAll(/^ *\/\/.*\n/gm, "")
    .replaceAll(/\/\*\*[\s\S]*?\*\/ ?/g, "")
    .replaceAll(/^ *\n/gm, "");
}
