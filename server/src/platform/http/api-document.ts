import { errors } from "@fc/contract/errors";
import { wireError } from "@fc/contract/wire-error";
import type { Route } from "@fc/contract/route";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
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
  return {
    method: route.method,
    path: `/api${route.path.replace(/:(\w+)/g, "{$1}")}`,
    summary: route.summary,
    access: route.access,
    parameters: [...parametersOf(route.params, "path"), ...parametersOf(route.query, "query")],
    body: route.upload ? { type: "string", format: "binary" } : route.body && jsonSchema(route.body, "input"),
    bodyTypes: route.upload?.contentTypes ?? ["application/json"],
    response: jsonSchema(route.response, "output"),
  };
}

function parametersOf(schema: Route["params"], place: "path" | "query"): Operation["parameters"] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "output") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function jsonSchema(schema: NonNullable<Route["body"]>, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
  });
  return rest;
}

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
      description: "Every call of the member portal and of the operators' console.",
    },
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "The token of POST /api/login." },
        cookie: { type: "apiKey", in: "cookie", name: "fc_session", description: "Set by POST /api/login." },
        operator: {
          type: "apiKey",
          in: "cookie",
          name: "fc_operator",
          description: "Set by POST /api/console/login.",
        },
      },
      schemas: { Error: jsonSchema(wireError, "output") },
    },
  };
}

function pathItem({ summary, access, parameters, body, bodyTypes, response }: Operation): JsonSchema {
  return {
    summary,
    security: access === "anyone" ? [] : [{ token: [], [access === "member" ? "cookie" : "operator"]: [] }],
    parameters,
    ...(body && {
      requestBody: {
        required: true,
        content: Object.fromEntries(bodyTypes.map((type) => [type, { schema: body }])),
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
