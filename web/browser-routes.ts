import { parseSync, Visitor, type Plugin } from "vite";

/** The parts of a route that the server alone reads, and what is written for readers of the API. */
const serverParts = ["summary", "params", "query", "body", "response"];
const serverPart = serverParts.join("|");

/**
 * No browser checks what it sends or receives by the schemas of a route: their types have done their work before the
 * build. A schema that a form needs is imported by a name of its own (docs/decisions/0101).
 */
export const browserRoutes: Plugin[] = [
  {
    name: "browser-routes",
    enforce: "pre",
    transform: {
      filter: { id: /\/contract\/src\/.*\.ts$/ },
      handler: (code, id) => ({ code: withoutServerParts(code, id), map: null }),
    },
  },
  {
    name: "browser-routes-guard",
    enforce: "pre",
    transform: {
      filter: { id: /\/web\/src\/(?!.*\.test\.).*\.tsx?$/, code: "@fc/contract/" },
      handler(code) {
        const imports = [...code.matchAll(/import \{([^}]*)\} from "@fc\/contract\//g)];
        const names = imports.flatMap(([, list = ""]) => list.match(/\w+(?=\s*(?:,|$))/g) ?? []);
        const read = new RegExp(`(?<![\\w.])(?:${names.join("|")})\\.(?:${serverPart})\\b`).exec(code)?.[0];
        if (read && names.length > 0)
          this.error(
            `${read} is not in the browser: export that schema from the contract by a name of its own`,
          );
      },
    },
  },
];

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * A schema that only those parts used is left out as well: the bundler is told that making it does nothing else. That
 * is so for everything that a module of the contract makes when it is loaded.
 */
function withoutServerParts(code: string, id: string): string {
  const edits: Edit[] = [];
  const { program } = parseSync(id, code);
  new Visitor({
    CallExpression({ callee, arguments: [definition] }) {
      if (callee.type !== "Identifier" || callee.name !== "route") return;
      if (definition?.type !== "ObjectExpression") return;
      for (const part of definition.properties) {
        if (part.type !== "Property" || part.key.type !== "Identifier") continue;
        const end = code[part.end] === "," ? part.end + 1 : part.end;
        if (serverParts.includes(part.key.name)) edits.push({ start: part.start, end, text: "" });
      }
    },
  }).visit(program);
  for (const statement of program.body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type !== "VariableDeclaration") continue;
    for (const { init } of declared.declarations) {
      if (!init || init.type === "ArrowFunctionExpression") continue;
      if (!/^\w+\(|\bz\./.test(code.slice(init.start, init.end))) continue;
      edits.push({ start: init.start, end: init.start, text: "/* @__PURE__ */ (() => (" });
      edits.push({ start: init.end, end: init.end, text: "))()" });
    }
  }
  return edited(code, edits);
}

function edited(code: string, edits: Edit[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    result += code.slice(at, start) + text;
    at = end;
  }
  return result + code.slice(at);
}
