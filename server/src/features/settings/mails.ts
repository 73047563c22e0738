import { settingGroups, settingsOf, type SettingGroup } from "@fc/contract/settings/business-settings";
import type { Tx } from "../../platform/db.ts";
import { indiaTime } from "../../platform/format.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

interface Proposed {
  group: SettingGroup;
  name: string;
  from: string;
  to: string;
  publicUrl: string;
  operating: Operating;
}

/** To every admin but the one who proposed it. */
export async function mailProposed(tx: Tx, input: Proposed): Promise<void> {
  const { group, name, from, to, publicUrl, operating } = input;
  const admins = await tx
    .selectFrom("operators")
    .select(["id", "name", "email"])
    .where((eb) => eb.or([eb("id", "=", operating.operatorId), eb("role", "=", "admin")]))
    .where("status", "=", "active")
    .orderBy("id")
    .execute();
  const proposer = admins.find(({ id }) => id === operating.operatorId);
  const label = `${settingGroups[group].title}: ${settingsOf(group)[name]?.label ?? name}`;
  for (const admin of admins) {
    if (admin.id === operating.operatorId) continue;
    await queueMail(tx, {
      to: admin.email,
      now: operating.now,
      content: {
        subject: "A setting waits for a second admin",
        heading: "A setting waits for a second admin",
        blocks: [
          {
            kind: "paragraph",
            text: `Hello ${admin.name}, ${proposer?.name ?? "an admin"} proposes to weaken a guard. It counts once another admin confirms it.`,
          },
          {
            kind: "facts",
            rows: [
              { label: "Setting", value: label },
              { label: "Now", value: from },
              { label: "Proposed", value: to },
              { label: "When", value: indiaTime(operating.now) },
            ],
          },
          { kind: "button", label: "Open the settings", url: `${publicUrl}/console/settings` },
        ],
      },
    });
  }
}
