import { settingGroups, type SettingGroup, type SettingInfo } from "@fc/contract/settings/business-settings";
import { changeSettings, settingText } from "@fc/contract/settings/console";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton, TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { settingHistoryQuery, settingsQuery, type SettingsInForce } from "./queries.ts";
import { WaitingHere } from "../../proposals/waiting-here.tsx";
import { SettingsForm } from "./settings-form.tsx";
import "./settings.css";

const groups = Object.entries(settingGroups) as [SettingGroup, (typeof settingGroups)[SettingGroup]][];

/** Shows every setting with its meaning, its value and who set it. */
export default function SettingsPage() {
  const { role } = useOperator();
  const { data, error, refetch } = useQuery(settingsQuery);
  const [changing, setChanging] = useState<SettingGroup>();
  const [chosen, setChosen] = useState<{ setting: string; label: string }>();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <div className="stack settings">
      {groups.map(([group, { title, settings }]) => (
        <section className="card stack" key={group} aria-labelledby={`settings-${group}`}>
          <header className="settings-header">
            <h2 className="card-title" id={`settings-${group}`}>
              {title}
            </h2>
            {changing !== group && mayCall(role, changeSettings) && (
              <Button variant="default" onClick={() => setChanging(group)}>
                Change<span className="visually-hidden"> {title}</span>
              </Button>
            )}
          </header>
          <WaitingHere kinds={["settings"]} subject={group} />
          {changing === group ? (
            <SettingsForm group={group} inForce={data} onDone={() => setChanging(undefined)} />
          ) : (
            <dl className="settings-list">
              {Object.entries<SettingInfo>(settings).map(([name, info]) => (
                <Setting
                  key={name}
                  group={group}
                  name={name}
                  info={info}
                  inForce={data}
                  onHistory={() =>
                    setChosen({ setting: `${group}.${name}`, label: `${title}: ${info.label}` })
                  }
                />
              ))}
            </dl>
          )}
        </section>
      ))}
      {chosen && <History {...chosen} onClose={() => setChosen(undefined)} />}
    </div>
  );
}

interface SettingProps {
  group: SettingGroup;
  name: string;
  info: SettingInfo;
  inForce: SettingsInForce;
  onHistory: () => void;
}

function Setting({ group, name, info, inForce, onHistory }: SettingProps) {
  const known = inForce[`${group}.${name}`];
  const { value, changed } = known ?? { value: info.initial, changed: null };
  const shown = settingText(value, info.unit);
  const initial = settingText(info.initial, info.unit);
  return (
    <div>
      <dt>
        {info.label}
        <span className="small dimmed settings-help">{info.help}</span>
      </dt>
      <dd>
        <strong>{shown}</strong>
        <span className="small dimmed settings-help">
          {shown === initial ? "as it was initially" : `initially ${initial}`}
        </span>
      </dd>
      <dd className="small">
        {changed && (
          <>
            {changed.by}, {dateTimeText(changed.at, "en")}
            <button type="button" className="link-button" onClick={onHistory}>
              History<span className="visually-hidden"> of {info.label}</span>
            </button>
          </>
        )}
      </dd>
    </div>
  );
}

function History({ setting, label, onClose }: { setting: string; label: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(settingHistoryQuery(setting));
  return (
    <Dialog title={label} onClose={onClose}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <TextSkeleton rows={3} />
      ) : (
        <ul className="plain-list ruled-list">
          {data.data.map(({ id, by, at, from, to, proposedBy }) => (
            <li key={id}>
              <p className="small dimmed">
                {by}, {dateTimeText(at, "en")}
                {proposedBy !== null && ` · proposed by ${proposedBy}`}
              </p>
              <p className="settings-change">
                {from} → <strong>{to}</strong>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
