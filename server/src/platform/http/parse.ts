import { AppError } from "@fc/contract/errors";
import * as z from "zod/mini";

/** Parses one part of a request by its schema. Problems are reported field by field. */
export function parsePart(schema: z.ZodMiniType | undefined, value: unknown, part: string): unknown {
  return schema && parseBy(schema, value, part);
}

/** The same where there is a schema for sure, so that the type of what it parses is known. */
export function parseBy<Output>(schema: z.ZodMiniType<Output>, value: unknown, part: string): Output {
  if (isDeeperThan(deepest, value)) {
    throw new AppError("BAD_REQUEST", { fields: { [part]: `At most ${deepest} levels are allowed` } });
  }
  const unusable = unusableTextIn(value, []);
  if (unusable) {
    const name = unusable.join(".") || part;
    throw new AppError("BAD_REQUEST", {
      fields: { [name]: `Control characters are not allowed in ${name}` },
    });
  }
  const result = z.safeParse(schema, value ?? {});
  if (result.success) return result.data;
  // A map, because a field may be named like a property that every object has, such as `constructor`.
  const fields = new Map<string, string>();
  for (const issue of result.error.issues) {
    const unknown = issue.code === "unrecognized_keys";
    const names = unknown ? issue.keys : [issue.path.join(".") || part];
    for (const name of names) {
      if (!fields.has(name)) fields.set(name, unknown ? "This field is not known" : issue.message);
    }
  }
  throw new AppError("BAD_REQUEST", { fields: Object.fromEntries(fields) });
}

/** No request of ours needs more levels. A body with thousands of them would overflow the stack of recursive code. */
const deepest = 16;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** The path of the first text that PostgreSQL cannot store: one with a zero character or half of a surrogate pair. */
function unusableTextIn(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === "string") return isStorable(value) ? undefined : path;
  if (value === null || typeof value !== "object") return undefined;
  for (const [key, inner] of Object.entries(value)) {
    // A name that cannot be stored cannot be shown either, so the problem is reported for what contains it.
    const found = isStorable(key) ? unusableTextIn(inner, [...path, key]) : path;
    if (found) return found;
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

export function parseBody(schema: z.ZodMiniType | undefined, body: unknown): unknown {
  return parsePart(schema, body, "body");
}

/** Calls contain the caller's own id; another member's id is answered as if it did not exist. */
export function checkOwnId(part: unknown, memberId: number | undefined): void {
  const userId = part && typeof part === "object" && "userId" in part ? part.userId : undefined;
  // Compared as a number, because an unparsed path contains it as text.
  if (userId !== undefined && Number(userId) !== memberId) throw new AppError("NOT_FOUND");
}
