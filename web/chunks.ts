import path from "node:path";
import type { Rolldown } from "vite";

type CodeSplitting = Exclude<Rolldown.OutputOptions["codeSplitting"], boolean | undefined>;

/** Kinds of screens; a screen or dialog that fits none counts as several kinds. */
const kinds = {
  login: /screens\/login-screen/,
  registration: /features\/registration\/(join-frame|registration-page)/,
  joining: /features\/registration\//,
  shell: /portal\/shell\/shell/,
  home: /screens\/home-screen/,
  idle: /shell\/(app-place|lost-answers-place|sign-out-place|member-menu|navigation-drawer|member-language|leave-question)|notifications\/bell|dashboard\/stakes-card|tree\/(search-box|member-card|zoom-by-hand)/,
  walletReports: /(wallet|earning|offers)-report-page/,
  mailLinks: /(freeze|unsubscribe)-page/,
  tree: /features\/tree\/tree-chart-page/,
  tables:
    /features\/(anchors|reports|receipts|referrals|transparency|tonight|plan)\/|-report-page|investment-page/,
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
  [
    "visitors",
    ({ need }) => (need("login") || need("registration")) && !need("shell") && !need("home") && !need("tree"),
  ],
  ["common", ({ need }) => need("login") || need("registration")],
  // Nearly every screen needs what the dashboard shares with others, so it is not worth a file of its own.
  ["shell", ({ need }) => need("shell") || need("home")],
  // The tree has to be there as soon as the dashboard, so it does not wait for what it has no use for.
  ["tree", ({ need }) => need("tree")],
  ["changes", ({ need }) => !need("tables")],
  ["figures", () => true],
];

interface Screens {
  need: (kind: Kind) => boolean;
  only: (kind: Kind) => boolean;
  isShared: boolean;
}

interface Module {
  /** What it imports from packages. */
  imported: ReadonlySet<string>;
  /** Whether it is loaded by an `import()`, as screens and dialogs are. */
  isScreen: boolean;
  importers: readonly string[];
  /** Its importers, and instead of a package's index those that name it there; found when first asked for. */
  users?: readonly string[];
}

type ModuleOf = (id: string) => Module;

/** Of the screens and dialogs that need a module: where the ways up its importers end. */
function screensOf(id: string, moduleOf: ModuleOf): Screens {
  const screens: string[] = [];
  const seen = new Set([id]);
  for (const at of seen) {
    if (moduleOf(at).isScreen) screens.push(at);
    for (const user of usersOf(at, moduleOf)) seen.add(user);
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

/**
 * A package's index is imported by everybody and imports everything of it. So where an importer is one, those count
 * that import the module's name from the package: `Textarea.mjs` is needed where "Textarea" is imported.
 */
function usersOf(id: string, moduleOf: ModuleOf): readonly string[] {
  const module = moduleOf(id);
  const { importers } = module;
  const name = path.parse(id).name.replaceAll("-", "").toLowerCase();
  const ofIndex = importers.filter(isIndex).flatMap((index) => importersOfIndex(index, moduleOf));
  return (module.users ??= [
    ...importers.filter((importer) => !isIndex(importer)),
    ...ofIndex.filter((user) => moduleOf(user).imported.has(name)),
  ]);
}

function isIndex(id: string): boolean {
  return /node_modules.*\/index\.m?js$/.test(id);
}

/** A package may hand on the index of another one. */
function importersOfIndex(index: string, moduleOf: ModuleOf): string[] {
  return moduleOf(index).importers.flatMap((importer) =>
    isIndex(importer) ? importersOfIndex(importer, moduleOf) : [importer],
  );
}

/** The names that a module imports from packages, in small letters. */
function importedNames(code: string): Set<string> {
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["'][^."']/g);
  const names = [...imports].flatMap(([, list = ""]) =>
    list.split(",").map((part) => part.trim().split(" ")[0]),
  );
  return new Set(names.map((name = "") => name.toLowerCase()));
}

const helpers =
  /use-mutation-observer|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|tslib|@mantine.store/;

/** For the build of the portal. */
export function sharedFiles(): CodeSplitting {
  const known = new Map<string, Module>();
  const name = (id: string, modules: { getModuleInfo: (id: string) => Rolldown.ModuleInfo | null }) => {
    // Each fact of a module is fetched from the bundler once, because that is slow.
    const moduleOf = (of: string): Module => {
      const kept = known.get(of);
      if (kept) return kept;
      const info = modules.getModuleInfo(of);
      const module = {
        imported: importedNames(info?.code ?? ""),
        isScreen: (info?.dynamicImporters.length ?? 0) > 0,
        importers: info?.importers ?? [],
      };
      known.set(of, module);
      return module;
    };
    const screens = screensOf(id, moduleOf);
    // Small helpers that are exported by other names than their files', or that the drawer needs as well.
    if (helpers.test(id)) return "figures";
    // These are fetched after the first paint, most of them on every page: one file is enough.
    if (screens.need("idle") && screens.only("idle")) return "idle";
    // Small pages of a kind: the names of their files cost the first load more than the pages do.
    if (screens.need("walletReports") && screens.only("walletReports")) return "wallet-reports";
    if (screens.need("mailLinks") && screens.only("mailLinks")) return "mail-links";
    return screens.isShared ? (shared.find(([, fits]) => fits(screens, id))?.[0] ?? null) : null;
  };
  // Without this a file would take along everything that its modules import, up to the whole index of a package.
  return { groups: [{ name, debugName: "shared" }], includeDependenciesRecursively: false };
}
