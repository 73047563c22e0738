import { errors } from "@fc/contract/errors";
import { wireError } from "@fc/contract/wire-error";
import { idempotencyHeader, idempotencyKey, type Route } from "@fc/contract/route";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { exampleOf, examplesOfCalls } from "./api-examples.ts";
import { apiPage, type JsonSchema, type Operation } from "./api-page.ts";

/** Serves the API's description, made from the contract: /api/openapi.json for machines, /api for people. */
export function mountApiDocument(app: FastifyInstance, routes: Route[]): void {
  // Made when somebody asks for the first time: it takes longer than the rest of a start.
  let made: ReturnType<typeof makeDocument> | undefined;
  const document = () => (made ??= makeDocument(routes));
  app.get("/api/openapi.json", (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(document().json),
  );
  app.get("/api", (_request, reply) => {
    const { page } = document();
    return (
      reply
        .type("text/html; charset=utf-8")
        // The page has one style sheet and no scripts.
        .header(
          "content-security-policy",
          `default-src 'none'; style-src '${page.styleHash}'; frame-ancestors 'none'`,
        )
        .send(page.html)
    );
  });
}

function makeDocument(routes: Route[]) {
  const operations = routes.map(operationOf);
  return { json: JSON.stringify(openApi(operations)), page: apiPage(operations) };
}

function operationOf(route: Route): Operation {
  const body = route.body && jsonSchema(route.body, "input");
  const own = examplesOfCalls[`${route.method} ${route.path}`] ?? {};
  return {
    method: route.method,
    path: `/api${route.path.replace(/:(\w+)/g, "{$1}")}`,
    summary: route.summary,
    access: route.access,
    parameters: [
      ...parametersOf(route.params, "path", own.params),
      ...parametersOf(route.query, "query"),
      ...(route.idempotent ? [keyParameter] : []),
      languageParameter,
    ],
    body: route.upload ? { type: "string", format: "binary" } : body,
    bodyExample: own.body ?? (body && exampleOf(body)),
    bodyTypes: route.upload?.contentTypes ?? ["application/json"],
    response: jsonSchema(route.response, "output"),
  };
}

const keyParameter = {
  name: idempotencyHeader,
  in: "header",
  required: true,
  description:
    "A key of the caller's own. The same key never does the call twice, and a repeated call gets the first answer.",
  schema: jsonSchema(idempotencyKey, "input"),
  example: "7b0f2c1e-3a54-4c8e-9d26-5f1a0b9c8d7e",
} as const satisfies Operation["parameters"][number];

const languageParameter = {
  name: "accept-language",
  in: "header",
  required: false,
  description: "The language of messages: en or hi.",
  schema: { type: "string" },
  example: "en",
} as const satisfies Operation["parameters"][number];

function parametersOf(
  schema: Route["params"],
  place: "path" | "query",
  examples: Record<string, unknown> = {},
): Operation["parameters"] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "output");
  // What is parsed into something else, such as a number, is sent as the text before.
  const { properties: inputs = {} } = jsonSchema(schema, "input");
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
    example: examples[name] ?? exampleOf(inputs[name] ?? {}, name),
  }));
}

function jsonSchema(schema: NonNullable<Route["body"]>, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- no part of a route's schema is a boolean or a list
  return rest as JsonSchema;
}

const cookiePrefix = "Over https its name begins with __Host-.";

function openApi(operations: Operation[]): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: pathItem(operation),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "FC Portal API",
      version: "1",
      description:
        "Every call of the member portal and of the operators' console. A call that has a cookie in its security needs the token too. Pictures above 256 KB arrive in pieces, by the tus 1.0.0 protocol below /api/user/proofImage/resumable.",
    },
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "The token of POST /api/login." },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: "fc_session",
          description: `Set by POST /api/login. ${cookiePrefix}`,
        },
        operator: {
          type: "apiKey",
          in: "cookie",
          name: "fc_operator",
          description: `Set by POST /api/console/login. ${cookiePrefix}`,
        },
      },
      schemas: { Error: jsonSchema(wireError, "output") },
    },
  };
}

function pathItem({
  summary,
  access,
  parameters,
  body,
  bodyExample,
  bodyTypes,
  response,
}: Operation): JsonSchema {
  return {
    summary,
    security: access === "anyone" ? [] : [{ token: [], [access === "member" ? "cookie" : "operator"]: [] }],
    parameters,
    ...(body && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          bodyTypes.map((type) => [
            type,
            { schema: body, ...(bodyExample !== undefined && { example: bodyExample }) },
          ]),
        ),
      },
    }),
    responses: {
      200: { description: "Done", content: { "application/json": { schema: response } } },
      default: {
        description: `Refused or failed. Codes: ${Object.keys(errors).join(", ")}`,
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}
