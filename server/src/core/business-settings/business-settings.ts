import * as z from "zod";
import type { Db } from "../../platform/db.ts";

/** Whole coins, as people set them. */
const coins = z.number().int().min(0).max(1_000_000_000_000);

/** What the business can change while running, each with its default and its rule. */
const definitions = {
  /** How many members may share one e-mail address. */
  membersPerEmail: z.number().int().min(1).max(100).default(1),
  /** How many members may be registered from one address in an hour: a whole office may stand behind one. */
  registrationsPerAddressHour: z.number().int().min(1).max(10_000).default(30),
  withdrawal: z
    .object({
      minimumFc: coins,
      standardFromFc: coins,
      standardToFc: coins,
      feeFc: coins,
      hours: z.number().int().min(1),
      /** How long coin withdrawals wait after a new address, password or e-mail. */
      holdHours: z.number().int().min(0),
      /** Whether only members who have ever staked may withdraw. */
      needsStake: z.boolean(),
      /** From this amount on, two operators are needed to pay one. */
      twoOperatorsFromFc: coins.default(100_000_000),
    })
    .default({
      minimumFc: 5_000_000,
      standardFromFc: 10_000_000,
      standardToFc: 100_000_000,
      feeFc: 200_000,
      hours: 24,
      holdHours: 48,
      needsStake: true,
      twoOperatorsFromFc: 100_000_000,
    }),
  internalTransferMinimumFc: coins.default(500),
  transfer: z
    .object({
      minimumFc: coins,
      notedMinimumFc: coins,
      /** The receiver's user id is fixed to this internal account, unless transfers between members are open. */
      defaultReceiverRefId: z.string(),
      betweenMembers: z.boolean(),
      /** Not shown in the transfer report. */
      hiddenReceiverRefIds: z.array(z.string()),
    })
    .default({
      minimumFc: 1,
      notedMinimumFc: 5_000_000,
      defaultReceiverRefId: "",
      betweenMembers: false,
      hiddenReceiverRefIds: [],
    }),
  /** Where members pay for a stake; shown on the payment page with a QR code. */
  payment: z
    .object({
      bankName: z.string(),
      accountName: z.string(),
      accountNumber: z.string(),
      ifscCode: z.string(),
      upiId: z.string(),
      coinNetwork: z.string(),
      coinAddress: z.string(),
    })
    .default({
      bankName: "",
      accountName: "",
      accountNumber: "",
      ifscCode: "",
      upiId: "",
      coinNetwork: "BEP20",
      coinAddress: "",
    }),
  /** How strongly proof images are compressed in the browser. */
  proofImageQuality: z.number().min(0.1).max(1).default(0.2),
};

type Definitions = typeof definitions;
export type BusinessSettingName = keyof Definitions;
export type BusinessSetting<Name extends BusinessSettingName> = z.output<Definitions[Name]>;

export async function businessSetting<Name extends BusinessSettingName>(
  db: Db,
  name: Name,
): Promise<BusinessSetting<Name>> {
  return (await businessSettings(db, [name]))[name];
}

/** Several at once, in one query. */
export async function businessSettings<Name extends BusinessSettingName>(
  db: Db,
  names: readonly Name[],
): Promise<{ [Each in Name]: BusinessSetting<Each> }> {
  const rows = await db
    .selectFrom("business_settings")
    .select(["name", "value"])
    .where("name", "in", names)
    .execute();
  const given = new Map(rows.map(({ name, value }) => [name, value]));
  return Object.fromEntries(names.map((name) => [name, definitions[name].parse(given.get(name))])) as {
    [Each in Name]: BusinessSetting<Each>;
  };
}
