import { operatorRights } from "@fc/contract/operator-access";
import { settingGroups, settingsOf, type SettingGroup } from "@fc/contract/settings/business-settings";
import { sendOperatorMail } from "../../core/mails/mails.ts";
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

/** Goes to every operator who may confirm it, which the one who proposed it may not. */
export async function mailProposed(tx: Tx, input: ProposalMail): Promise<void> {
  const { group, name, from, to, publicUrl, operating } = input;
  const operators = await tx
    .selectFrom("operators")
    .select(["id", "name", "email"])
    .where((eb) =>
      eb.or([eb("id", "=", operating.operatorId), eb("role", "in", operatorRights.changeSettings.operators)]),
    )
    .where("status", "=", "active")
    .orderBy("id")
    .execute();
  const proposer = operators.find(({ id }) => id === operating.operatorId);
  const values = {
    proposer: proposer?.name ?? "an admin",
    setting: `${settingGroups[group].title}: ${settingsOf(group)[name]?.label ?? name}`,
    valueNow: from,
    proposed: to,
    publicUrl,
  };
  for (const operator of operators) {
    if (operator.id === operating.operatorId) continue;
    await sendOperatorMail(tx, { kind: "setting-proposed", to: operator, now: operating.now, values });
  }
}
