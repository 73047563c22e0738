import { chooseNotifications, type TopicChoice } from "@fc/contract/notifications/portal";
import {
  channels,
  isChoice,
  topics,
  type Channel,
  type ChannelRule,
  type TopicName,
} from "@fc/contract/notifications/topics";
import { Stack, Switch, Table, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { choicesQuery } from "./queries.ts";
import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/Table.layer.css";

const channelLabels = {
  app: msg("In the app"),
  mail: msg("Mail"),
  push: msg("Device"),
} as const satisfies Record<Channel, string>;

/** A switch for each topic and channel that a member may choose. */
export function ChoicesTable({ choices }: { choices: readonly TopicChoice[] }) {
  const t = useT();
  const choose = useChoosing();
  return (
    <Stack gap="md">
      <Table verticalSpacing={4} horizontalSpacing={2} withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("About")}</Table.Th>
            {channels.map((channel) => (
              <Table.Th
                key={channel}
                ta="center"
                w={{ base: "min(3.75rem, 17vw)", xs: "5.5rem" }}
                fz="min(1em, 4.5vw)"
              >
                {t(channelLabels[channel])}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {choices.map(({ topic, ...chosen }) => (
          <Table.Tbody key={topic} style={{ borderTop: "1px solid var(--fc-line)" }}>
            <Table.Tr>
              <Table.Th scope="row" pt="sm">
                {t(topics[topic].label)}
              </Table.Th>
              {channels.map((channel) => (
                <Table.Td key={channel} ta="center" pt="sm">
                  <Choice
                    rule={topics[topic].channels[channel]}
                    label={`${t(topics[topic].label)}: ${t(channelLabels[channel])}`}
                    isOn={chosen[channel]}
                    onChange={(isOn) => choose({ topic, channel, isOn })}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
            {/* Below its switches: beside them a phone has no room for a sentence. */}
            <Table.Tr>
              <Table.Td colSpan={channels.length + 1} pt={0} pb="sm" c="dimmed">
                {t(topics[topic].help)}
              </Table.Td>
            </Table.Tr>
          </Table.Tbody>
        ))}
      </Table>
      <Note>
        <p>
          {t(
            "Mails about security and one-time codes cannot be turned off: they are how you notice that somebody else uses your account.",
          )}
        </p>
      </Note>
    </Stack>
  );
}

interface ChoiceProps {
  rule: ChannelRule;
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Choice({ rule, label, isOn, onChange }: ChoiceProps) {
  const t = useT();
  if (!isChoice(rule))
    return (
      <Text size="sm" c="dimmed">
        {rule === "always" ? t("Always") : "–"}
      </Text>
    );
  return (
    <Switch
      size="md"
      // Three columns fit beside each other, however large the text is.
      vars={() => ({ root: { "--switch-width": "min(2.875rem, 15vw)" } })}
      aria-label={label}
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      styles={{
        body: { justifyContent: "center" },
        labelWrapper: { display: "none" },
        // Mantine's grey alone is hard to see when it is off.
        track: { boxShadow: "inset 0 0 0 1px var(--fc-field-line)" },
      }}
    />
  );
}

interface NewChoice {
  topic: TopicName;
  channel: Channel;
  isOn: boolean;
}

/** The switch moves at once, and back if the server did not take it. */
function useChoosing() {
  const queries = useQueryClient();
  const { id: userId } = useMember();
  const { queryKey } = choicesQuery(userId);
  return useMutation({
    // One after the other, so that the last press is also the last to arrive.
    scope: { id: "notification-choices" },
    mutationFn: (choice: NewChoice) => call(chooseNotifications, { body: { userId, ...choice } }),
    onMutate: ({ topic, channel, isOn }) => {
      queries.setQueryData(
        queryKey,
        (data) =>
          data && {
            ...data,
            choices: data.choices.map((each) => (each.topic === topic ? { ...each, [channel]: isOn } : each)),
          },
      );
    },
    onError: (error) => toast.failure(error),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKey.slice(0, 2) }),
  }).mutate;
}
