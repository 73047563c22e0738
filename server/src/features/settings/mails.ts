import { settingGroups, settingsOf, type SettingGroup } from "@fc/contract/settings/business-settings";
import { sendMail } from "../../core/mails/mails.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

interface ProposalMail {
  group: SettingGroup;
  name: string;
  from: string;
  to: string;
  publicUrl: string;
  operating: Operating;
}

/** To every admin but the one who proposed it. */
export async function mailProposed(tx: Tx, input: ProposalMail): Promise<void> {
  const { group, name, from, to, publicUrl, operating } = input;
  const admins = await tx
    .selectFrom("operators")
    .select(["id", "name", "email"])
    .where((eb) => eb.or([eb("id", "=", operating.operatorId), eb("role", "=", "admin")]))
    .where("status", "=", "active")
    .orderBy("id")
    .execute();
  const proposer = admins.find(({ id }) => id === operating.operatorId);
  const values = {
    proposer: proposer?.name ?? "an admin",
    setting: `${settingGroups[group].title}: ${settingsOf(group)[name]?.label ?? name}`,
    valueNow: from,
    proposed: to,
    publicUrl,
  };
  for (const admin of admins) {
    if (admin.id === operating.operatorId) continue;
    await sendMail(tx, { kind: "setting-proposed", to: admin, now: operating.now, values });
  }
}
