import { createHash } from "node:crypto";
import { errors } from "@fc/contract/errors";
import type { Access } from "@fc/contract/route";

/** What the document and its page use of a schema. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly type?: string | string[];
  readonly enum?: unknown[];
  readonly const?: unknown;
  readonly anyOf?: JsonSchema[];
  readonly oneOf?: JsonSchema[];
  readonly allOf?: JsonSchema[];
  readonly properties?: Record<string, JsonSchema>;
  readonly required?: string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** One call as the documentation shows it. */
export interface Operation {
  method: string;
  path: string;
  summary: string;
  access: Access;
  parameters: {
    name: string;
    in: "path" | "query" | "header";
    required: boolean;
    description?: string;
    schema: JsonSchema;
    example: unknown;
  }[];
  body: JsonSchema | undefined;
  /** A body that the call takes; undefined for a file. */
  bodyExample: unknown;
  bodyTypes: readonly string[];
  response: JsonSchema;
}

const style = `
:root { color-scheme: light dark; --ink: #1f1633; --soft: #5b5370; --line: #e3dff0; --tint: #f5f2fc; --brand: #5b2da3; --page: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #eeebf7; --soft: #b3aac9; --line: #372e4f; --tint: #221a36; --brand: #b99aff; --page: #16101f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 4rem; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--page); }
h1 { margin: 0 0 .25rem; } h2 { margin: 2.5rem 0 .75rem; font-size: 1.2rem; } p { color: var(--soft); margin: .25rem 0 1rem; }
a { color: var(--brand); }
details { border: 1px solid var(--line); border-radius: .6rem; margin: .5rem 0; overflow-wrap: anywhere; }
summary { padding: .75rem 1rem; cursor: pointer; display: grid; grid-template-columns: 4.5rem 1fr; gap: .25rem .75rem; align-items: baseline; }
summary::marker { content: ""; }
summary b { color: var(--brand); font-size: .85rem; } summary code { font-weight: 600; }
summary span { grid-column: 2; color: var(--soft); font-size: .92rem; }
.in { border-top: 1px solid var(--line); padding: .5rem 1rem 1rem; }
h3 { font-size: .8rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 1rem 0 .4rem; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; } td, th { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
pre { overflow-x: auto; background: var(--tint); padding: .75rem; border-radius: .4rem; }
code { font-family: ui-monospace, monospace; font-size: .9em; }
`;

/** A page without scripts that lists every call with its input and output. */
export function apiPage(operations: Operation[]): { html: string; styleHash: string } {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>FC Portal API</title><style>${style}</style></head>
<body><main><h1>FC Portal API</h1>
<p>Made from the contract that server and browser share. For machines: <a href="/api/openapi.json">openapi.json</a>.
Calls for members need the token of <code>POST /api/login</code> as <code>Authorization: Bearer …</code> and the cookie set beside it.</p>
<h2>Calls</h2>${operations.map(operationHtml).join("")}
<h2>Errors</h2><p>Every answer that is not a success has <code>code</code>, <code>message</code> and <code>requestId</code>; some have <code>fields</code> or <code>retryAfterSeconds</code>.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Message</th></tr></thead><tbody>${Object.entries(errors)
    .map(
      ([code, [status, message]]) =>
        `<tr><td><code>${code}</code></td><td>${status}</td><td>${escape(message)}</td></tr>`,
    )
    .join("")}</tbody></table></main></body></html>`;
  return { html, styleHash: `sha256-${createHash("sha256").update(style).digest("base64")}` };
}

function operationHtml(operation: Operation): string {
  const { method, path, summary, access, parameters, body, response } = operation;
  const inputs = parameters.map(({ name, in: place, schema, required }) =>
    fieldRow(name, schema, place, required),
  );
  return `<details><summary><b>${method}</b><code>${escape(path)}</code><span>${escape(summary)} ${whoMay(
    access,
  )}</span></summary><div class="in">
${inputs.length > 0 ? `<h3>Parameters</h3><table>${inputs.join("")}</table>` : ""}
${body ? `<h3>Body</h3><table>${fieldRows(body)}</table>` : ""}
<h3>Example</h3><pre><code>${escape(requestExample(operation))}</code></pre>
<h3>Answer</h3><table>${fieldRows(response) || "<tr><td>Empty</td></tr>"}</table></div></details>`;
}

/** A request as it goes over the wire, without the session. */
function requestExample({ method, path, parameters, bodyExample }: Operation): string {
  const at = (place: string) => parameters.filter((one) => one.in === place && one.required);
  const filledPath = at("path").reduce(
    (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
    path,
  );
  const query = at("query").map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return [
    `${method} ${filledPath}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    ...at("header").map(({ name, example }) => `${name}: ${String(example)}`),
    ...(bodyExample === undefined
      ? []
      : ["content-type: application/json", "", JSON.stringify(bodyExample, null, 2)]),
  ].join("\n");
}

function whoMay(access: Access): string {
  if (access === "anyone") return "Open to anyone.";
  return access === "member" ? "For signed-in members." : `For operators: ${access.operators.join(", ")}.`;
}

function fieldRows(schema: JsonSchema, prefix = ""): string {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties)
    .map(([name, property]) => {
      const path = `${prefix}${name}`;
      const { items } = property;
      const inner = items ? fieldRows(items, `${path}[].`) : fieldRows(property, `${path}.`);
      return fieldRow(path, property, "", required.includes(name)) + inner;
    })
    .join("");
}

function fieldRow(name: string, schema: JsonSchema, place: string, required: boolean): string {
  return `<tr><td><code>${escape(name)}</code></td><td>${escape(typeName(schema))}</td><td>${place}${required ? "" : " optional"}</td></tr>`;
}

function typeName(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.anyOf) return schema.anyOf.map(typeName).join(" or ");
  const { type = "any", minLength, maxLength } = schema;
  const from = minLength === undefined ? "" : `from ${minLength}`;
  const to = maxLength === undefined ? "" : `to ${maxLength} characters`;
  return [type, from, to].filter(Boolean).join(" ");
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}
