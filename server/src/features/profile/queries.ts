import type { Profile } from "@fc/contract/profile/portal";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

export async function profileOf(db: Db, memberId: number): Promise<Profile> {
  const { joined_at, ...profile } = await profileQuery(db, memberId).executeTakeFirstOrThrow();
  return { ...profile, joiningDate: joined_at.toISOString() };
}

export function profileQuery(db: Db, memberId: number) {
  return db
    .selectFrom("members")
    .select([
      "id",
      "ref_id as refId",
      "name",
      "gender",
      "phone as mobileNumber",
      "email as mailId",
      "joined_at",
      sql<string | null>`dob::text`.as("dob"),
      "nominee",
      "relation",
      "address",
      "city",
      "pin",
      "country",
    ])
    .where("id", "=", memberId);
}
