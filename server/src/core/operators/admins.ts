import type { Db } from "../../platform/db.ts";

/** Whether somebody can open the console and let others in. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom("operators")
    .select("id")
    .where("role", "=", "admin")
    .where("status", "=", "active")
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

/** Everybody who is told what concerns the whole house. */
export async function activeAdmins(db: Db): Promise<{ name: string; email: string }[]> {
  return db
    .selectFrom("operators")
    .select(["name", "email"])
    .where("role", "=", "admin")
    .where("status", "=", "active")
    .orderBy("id")
    .execute();
}
