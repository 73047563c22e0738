import type { SettingGroup, SettingInfo } from "@fc/contract/settings/business-settings";
import {
  confirmSetting,
  refuseSetting,
  settingText,
  type ProposedSetting,
} from "@fc/contract/settings/console";
import { Button } from "@mantine/core";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { settingsKey } from "./queries.ts";

interface ProposalProps {
  group: SettingGroup;
  name: string;
  info: SettingInfo;
  proposed: ProposedSetting;
}

/** Shows a change that waits for another admin, and the buttons that this operator may use. */
export function Proposal({ group, name, info, proposed: { to, by, at } }: ProposalProps) {
  const me = useOperator();
  const { busy, problem, submit } = useChange(
    settingsKey,
    (decide: typeof confirmSetting | typeof refuseSetting) =>
      call(decide, { params: { group }, body: { name, to } }),
  );
  const isOwn = by.id === me.id;
  return (
    <dd className="settings-proposal stack">
      <p>
        <strong>{settingText(to, info.unit)}</strong> is proposed by {isOwn ? "you" : by.name},{" "}
        {dateTimeText(at, "en")}. {isOwn && "Another admin confirms it."}
      </p>
      <FormProblem error={problem} />
      {mayCall(me.role, confirmSetting) && (
        <div className="settings-actions">
          {!isOwn && (
            <Button aria-disabled={busy} onClick={() => !busy && void submit(confirmSetting)}>
              Confirm<span className="visually-hidden"> {info.label}</span>
            </Button>
          )}
          <Button variant="default" aria-disabled={busy} onClick={() => !busy && void submit(refuseSetting)}>
            {isOwn ? "Take it back" : "Refuse"}
          </Button>
        </div>
      )}
    </dd>
  );
}
