import { languageCodes, type Language } from "@fc/contract/languages";
import type { FastifyRequest } from "fastify";

/** The first language of the header that we have; without one, English. */
export function languageOf(request: FastifyRequest): Language {
  const wanted = (request.headers["accept-language"] ?? "").toLowerCase().split(",");
  const codes = wanted.map((range) => range.trim().slice(0, 2));
  return codes.flatMap((code) => languageCodes.filter((known) => known === code))[0] ?? "en";
}
