import type { JsonSchema } from "./api-page.ts";

/**
 * An example of what a schema takes, so that the document shows a request for every call. A test parses and sends each
 * of them. What a pattern or a rule wants is a text of its own here.
 */
export function exampleOf(schema: JsonSchema, name = ""): unknown {
  const { type: given, enum: values, const: only, anyOf = [], oneOf = anyOf, allOf = [] } = schema;
  if (only !== undefined) return only;
  const types = [given ?? oneOf.flatMap((one) => one.type ?? [])].flat();
  const type = types.find((one) => one !== "null");
  const named = byName[name]?.find(
    (one) => types.length === 0 || types.some((wanted) => isOfType(one, wanted)),
  );
  if (named !== undefined) return named;
  if (values) return values[0];
  const first = oneOf.find((one) => one.type !== "null");
  if (first) return exampleOf(first, name);
  if (type === "object") return objectExample(schema);
  if (type === "array") return arrayExample(schema, name);
  if (type === "boolean") return true;
  if (type === "number" || type === "integer") return numberExample(schema);
  if (type === "null") return null;
  if (type === "string") return textExample(schema, name);
  return allOf[0] ? exampleOf(allOf[0], name) : "Example";
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "null") return value === null;
  return typeof value === (type === "integer" ? "number" : type);
}

function objectExample(schema: JsonSchema): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  // What may be null and is parsed into something else counts as optional in the schema, and is not.
  const isUnsure = ({ type, anyOf }: JsonSchema) => Array.isArray(type) || (type === undefined && !anyOf);
  const shown = Object.keys(properties).filter(
    (name) => required.includes(name) || isUnsure(properties[name] ?? {}),
  );
  return Object.fromEntries(shown.map((name) => [name, exampleOf(properties[name] ?? {}, name)]));
}

function arrayExample(schema: JsonSchema, name: string): unknown[] {
  const { items = {}, minItems = 0 } = schema;
  return Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items, name.replace(/s$/, "")));
}

function numberExample(schema: JsonSchema): number {
  const { minimum, exclusiveMinimum } = schema;
  if (exclusiveMinimum !== undefined) return Math.max(1, exclusiveMinimum + 1);
  return Math.max(1, minimum ?? 1);
}

function textExample(schema: JsonSchema, name: string): string {
  const { pattern, format, minLength = 0 } = schema;
  if (format === "email") return "asha@example.com";
  if (format === "uuid") return "7b0f2c1e-3a54-4c8e-9d26-5f1a0b9c8d7e";
  const text =
    pattern === undefined ? "Example" : (candidates.find((one) => new RegExp(pattern, "u").test(one)) ?? "");
  return text.padEnd(minLength, name === "" ? "x" : name);
}

/** The first that a pattern takes. */
const candidates = [
  "1",
  "SBIN0000300",
  "123456789012",
  "2026-01",
  "ABCDE1234F",
  "Asha",
  "assets/index.js:1:1",
  "/staking",
  "0123456789abcdef0123456",
  "0123456789012345",
  "01234567890123456789_-",
  "0123456789012345678901234567890123456789_-0",
  "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234_-",
  "20261118T000000000000000~p7",
  "p7",
];

const coinAddress = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const transaction = `0x${"a1".repeat(32)}`;

/** Where a rule wants more than its schema says: a text, a number, or both where calls differ. */
const byName: Readonly<Record<string, readonly unknown[]>> = {
  amount: ["150", 15],
  amountUsd: [15],
  asked: [["mobile", "dob", "pan"]],
  country: ["IN"],
  day: ["2026-11-17"],
  dob: ["1990-05-17"],
  effectiveFrom: ["2026-12-01"],
  endsAt: ["2026-12-02T06:30:00.000Z"],
  firstDay: ["2026-12-01"],
  lastDay: ["2026-12-20"],
  freeCoinAddress: [coinAddress],
  from: [null],
  isRight: [false],
  lastReset: [null],
  otp: ["12345"],
  mobileNumber: ["+919000000001"],
  paidOn: ["2026-11-02"],
  panNumber: ["ABCPE1234F"],
  parentRefId: ["FCASHA22Z"],
  pin: ["560001"],
  quarter: [2],
  reason: ["Agreed by the board"],
  refId: ["FCASHA22Z"],
  refIds: [null],
  signature: [`0x${"a1".repeat(30)}`],
  startsAt: ["2026-12-01T06:30:00.000Z"],
  transactionId: [transaction],
  upTo: ["2026-11-18T06:30:00.000Z"],
  usd: [15],
  year: [2026],
};

/** Of calls whose body or path depends on something beside it. */
export const examplesOfCalls: Readonly<Record<string, { body?: unknown; params?: Record<string, unknown> }>> =
  {
    // The body names the change that the code is for, here a first coin address.
    "POST /user/otp/send/:userId": {
      body: { purpose: "coin-address-create", change: { userId: 1, freeCoinAddress: coinAddress } },
    },
    "PUT /user/editFreeCoinAddress/:address": { params: { address: coinAddress } },
  };
