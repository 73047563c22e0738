import { AppError } from "@fc/contract/errors";
import * as z from "zod/mini";

/** Parses one part of a request by its schema; what is wrong is told field by field. */
export function parsePart(schema: z.ZodMiniType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined;
  // No text of PostgreSQL's can hold them, and nobody types them.
  if (hasImpossibleText(value))
    throw new AppError("BAD_REQUEST", { fields: { [part]: "There is a character that cannot be" } });
  const result = z.safeParse(schema, value ?? {});
  if (result.success) return result.data;
  // A map: a field may have the name of something that every object has.
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

/** A zero, or half of a character. */
function hasImpossibleText(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed();
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([key, member]) => hasImpossibleText(key) || hasImpossibleText(member));
}

export function parseBody(schema: z.ZodMiniType | undefined, body: unknown): unknown {
  return parsePart(schema, body, "body");
}

/** The calls carry the caller's own id; another's is answered as if it did not exist. */
export function checkOwnId(part: unknown, memberId: number | undefined): void {
  const userId = part && typeof part === "object" && "userId" in part ? part.userId : undefined;
  // As a number: in a path that is not parsed yet it is text.
  if (userId !== undefined && Number(userId) !== memberId) throw new AppError("NOT_FOUND");
}
