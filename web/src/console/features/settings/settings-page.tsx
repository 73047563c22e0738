import { keysOf } from "@fc/contract/sure";
import { settingGroups, type SettingGroup } from "@fc/contract/settings/business-settings";
import { chainSettingGroups, changeSettings, settingText } from "@fc/contract/settings/console";
import type { SettingInfo } from "@fc/contract/settings/console-kinds";
import { Box, Button, Flex, Stack, Text } from "@mantine/core";
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
import { Card } from "../../../ui/layout/page.tsx";

const groups = keysOf(settingGroups).map((name) => [name, settingGroups[name]] as const);

/** Shows every setting with its meaning, its value and who set it. */
export default function SettingsPage() {
  const { role, hasChain } = useOperator();
  const { data, error, refetch } = useQuery(settingsQuery);
  const [changing, setChanging] = useState<SettingGroup>();
  const [chosen, setChosen] = useState<{ setting: string; label: string }>();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const shown = groups.filter(([group]) => hasChain || !chainSettingGroups.includes(group));
  return (
    <Stack maw="64rem">
      {shown.map(([group, { title, settings }]) => (
        <Card key={group} aria-labelledby={`settings-${group}`}>
          <Flex component="header" gap="md" align="center" justify="space-between" mih="var(--fc-tap)">
            <h2 className="card-title" id={`settings-${group}`}>
              {title}
            </h2>
            {changing !== group && mayCall(role, changeSettings) && (
              <Button variant="default" onClick={() => setChanging(group)}>
                Change<span className="visually-hidden"> {title}</span>
              </Button>
            )}
          </Flex>
          <WaitingHere kinds={["settings"]} subject={group} />
          {changing === group ? (
            <SettingsForm group={group} inForce={data} onDone={() => setChanging(undefined)} />
          ) : (
            <Box component="dl" m={0}>
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
            </Box>
          )}
        </Card>
      ))}
      {chosen && <History {...chosen} onClose={() => setChosen(undefined)} />}
    </Stack>
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
    <Flex wrap="wrap" gap="0.25rem 1.5rem" py="sm" style={ruled}>
      <Box component="dt" flex="2 1 16rem">
        {info.label}
        <Text size="sm" c="dimmed">
          {info.help}
        </Text>
      </Box>
      <Box component="dd" m={0} flex="1.5 1 12rem" style={{ overflowWrap: "anywhere" }}>
        <strong>{shown}</strong>
        <Text size="sm" c="dimmed">
          {shown === initial ? "as it was initially" : `initially ${initial}`}
        </Text>
      </Box>
      <Box component="dd" m={0} flex="1 1 8rem" fz="sm">
        {changed && (
          <>
            <p>
              {changed.by}, {dateTimeText(changed.at, "en")}
            </p>
            <button type="button" className="link-button" onClick={onHistory}>
              History<span className="visually-hidden"> of {info.label}</span>
            </button>
          </>
        )}
      </Box>
    </Flex>
  );
}

const ruled = { borderTop: "1px solid var(--fc-line)" } as const;

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
              <Text size="sm" c="dimmed">
                {by}, {dateTimeText(at, "en")}
                {proposedBy !== null && ` · proposed by ${proposedBy}`}
              </Text>
              <Text style={{ overflowWrap: "anywhere" }}>
                {from} → <strong>{to}</strong>
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
