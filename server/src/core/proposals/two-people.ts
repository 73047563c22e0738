import type { OperatorAccess, OperatorRole } from "@fc/contract/operator-access";
import type { Db } from "../../platform/db.ts";

/**
 * From the day on which a second admin has signed in, what redirects money takes two people. This never ends by
 * itself: admins who are disabled count too, or one could disable the other and then act alone.
 */
export async function takesTwoPeople(db: Db): Promise<boolean> {
  const admins = await db
    .selectFrom("operators")
    .select("id")
    .where("role", "=", "admin")
    .where("signed_in_at", "is not", null)
    .limit(2)
    .execute();
  return admins.length === 2;
}

interface RightsHolder {
  id: number;
  name: string;
  role: OperatorRole;
}

/** The operator, if the account is active and its role allows this now; undefined otherwise. */
export async function operatorWith(
  db: Db,
  id: number,
  { operators }: OperatorAccess,
): Promise<RightsHolder | undefined> {
  return db
    .selectFrom("operators")
    .select(["id", "name", "role"])
    .where("id", "=", id)
    .where("status", "=", "active")
    .where("role", "in", operators)
    .executeTakeFirst();
}
