import path from "node:path";
import type { Rolldown } from "vite";

type CodeSplitting = Exclude<Rolldown.OutputOptions["codeSplitting"], boolean | undefined>;
type ModuleInfoOf = (id: string) => Rolldown.ModuleInfo | null;

/** Kinds of screens; a screen or dialog that fits none counts as several kinds. */
const kinds = {
  login: /screens\/login-screen/,
  registration: /features\/registration\/(join-frame|registration-page)/,
  joining: /features\/registration\//,
  frame: /shell\/shell|screens\/home-screen/,
  money: /features\/(withdraw\/withdraw-page|transfer\/transfer-page|staking\/staking-page)/,
  records: /features\/(bank|coin-address|fmdc|pan|password|profile|security|support)\//,
  tables: /features\/(reports|receipts|referrals|transparency|plan)\/|-report-page|investment-page/,
} as const;
type Kind = keyof typeof kinds;

/**
 * The files that screens share, from the one that most of them need to those of one kind of screen. A module is in the
 * first that fits; what only one screen needs stays with that screen. Without this every set of screens that share
 * something gets a file of its own: a page then loads fifty of them.
 */
const shared: readonly [name: string, fits: (screens: Screens, id: string) => boolean][] = [
  // Visitors see these two pages first, so what they do not need is not in their way.
  ["fields", ({ need }) => need("login") && !need("registration")],
  ["forms", (_, id) => id.includes("react-hook-form")],
  ["common", ({ need }) => need("login") || need("registration")],
  ["shell", ({ need }) => need("frame")],
  ["tables", ({ only }) => only("tables")],
  ["records", ({ only }) => only("records")],
  ["money", ({ only }) => only("money")],
  ["changes", ({ need }) => !need("tables")],
  ["figures", () => true],
];

interface Screens {
  need: (kind: Kind) => boolean;
  only: (kind: Kind) => boolean;
  isShared: boolean;
}

/**
 * A package's index is imported by everybody and imports everything of it. So where an importer is one, those count
 * that name the module: `Textarea.mjs` is needed by the modules that write "Textarea".
 */
function importersOf(id: string, { importers }: Rolldown.ModuleInfo, moduleInfo: ModuleInfoOf): string[] {
  const name = path.parse(id).name.replaceAll("-", "");
  const isNamed = new RegExp(`\\b${name}\\b`, "i");
  const isIndex = (importer: string) => /node_modules.*\/index\.m?js$/.test(importer);
  const users = importers.filter(isIndex).flatMap((index) => moduleInfo(index)?.importers ?? []);
  return [
    ...importers.filter((importer) => !isIndex(importer)),
    ...users.filter((user) => isNamed.test(moduleInfo(user)?.code ?? "")),
  ];
}

/** Of the screens and dialogs that need a module: where the ways up its importers end at an `import()`. */
function screensOf(id: string, moduleInfo: ModuleInfoOf): Screens {
  const screens: string[] = [];
  const seen = new Set([id]);
  for (const module of seen) {
    const info = moduleInfo(module);
    if (info && info.dynamicImporters.length > 0) screens.push(module);
    for (const importer of info ? importersOf(module, info, moduleInfo) : []) seen.add(importer);
  }
  const only = (kind: Kind) => screens.every((screen) => kinds[kind].test(screen));
  return {
    need: (kind) => screens.some((screen) => kinds[kind].test(screen)),
    only,
    // The shell is always there, so what it alone needs is not worth a file beside it.
    isShared:
      (screens.length > 1 && !only("joining")) || screens.some((screen) => screen.includes("shell/shell")),
  };
}

/** For the build of the portal. Every module is looked at once, because asking for a module's facts is slow. */
export function sharedFiles(): CodeSplitting {
  const known = new Map<string, Rolldown.ModuleInfo | null>();
  const name = (id: string, modules: { getModuleInfo: ModuleInfoOf }): string | null => {
    const screens = screensOf(id, (module) => {
      if (!known.has(module)) known.set(module, modules.getModuleInfo(module));
      return known.get(module) ?? null;
    });
    return screens.isShared ? (shared.find(([, fits]) => fits(screens, id))?.[0] ?? null) : null;
  };
  // Without this a file would take along everything that its modules import, up to the whole index of a package.
  return { groups: [{ name, debugName: "shared" }], includeDependenciesRecursively: false };
}
