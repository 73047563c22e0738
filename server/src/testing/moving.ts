import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { importCommand } from "../commands/import.ts";
import { fileNames, type FileKind } from "../core/moving/format.ts";
import { runHere } from "./commands.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export const exampleCompany = fileURLToPath(new URL("../../../docs/moving-example", import.meta.url));

/** A copy of the example company, to be spoiled. */
export async function spoiledCompany() {
  const folder = join(await temporaryFolder(), "company");
  await cp(exampleCompany, folder, { recursive: true });
  const file = (kind: FileKind) => join(folder, fileNames[kind]);
  return {
    folder,
    text: (kind: FileKind) => readFile(file(kind), "utf8"),
    write: (kind: FileKind, content: string | Buffer) => writeFile(file(kind), content),
    async replace(kind: FileKind, from: string, to: string) {
      const text = await readFile(file(kind), "utf8");
      if (!text.includes(from)) throw new Error(`${fileNames[kind]} has no ${from}`);
      await writeFile(
        file(kind),
        text.replace(from, () => to),
      );
    },
    remove: (kind: FileKind) => rm(file(kind)),
    async makeFolder(kind: FileKind) {
      await rm(file(kind));
      await mkdir(file(kind));
    },
    check: (...args: string[]) => runHere(importCommand, ["--from", folder, "--check", ...args], {}),
  };
}

export type SpoiledCompany = Awaited<ReturnType<typeof spoiledCompany>>;
