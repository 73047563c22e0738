import { createDb, createPool, type Db } from "../server/src/platform/db.ts";
import { loginUrlOf } from "../server/src/platform/login.ts";
import { environment } from "./environment.ts";

let shared: Db | undefined;

/** The product's database, with the rights of the product. Each worker has one pool; `fixtures.ts` closes it. */
export function database(): Db {
  shared ??= createDb(createPool({ url: loginUrlOf(environment.databaseUrl()), poolSize: 2 }));
  return shared;
}
