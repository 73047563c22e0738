import * as z from "zod";
import type { Db } from "../../platform/db.ts";

/** What the business can change while running, each with its default and its rule. */
const definitions = {
  /** How many members may share one e-mail address. */
  membersPerEmail: z.number().int().min(1).max(100).default(1),
};

type Definitions = typeof definitions;
export type BusinessSettingName = keyof Definitions;

export async function businessSetting<Name extends BusinessSettingName>(
  db: Db,
  name: Name,
): Promise<z.output<Definitions[Name]>> {
  const row = await db
    .selectFrom("business_settings")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return definitions[name].parse(row?.value);
}
