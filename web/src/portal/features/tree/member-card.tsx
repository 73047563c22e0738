import { useLingui } from "@lingui/react";
import { sides } from "@fc/contract/side";
import { stackedNote } from "@fc/contract/tree/portal";
import { Button, CloseButton, Group, Stack, Table, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Ref } from "react";
import { dateText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { sideLabels } from "../../../lib/labels/side-labels.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ProblemText } from "../../../ui/feedback/problem-text.tsx";
import { OwnAmount } from "../../../ui/money/own-amounts.tsx";
import { countText, usdText } from "./figures.ts";
import { Floating } from "./floating.tsx";
import { stakeLabels } from "../../../lib/labels/team-stake-labels.ts";
import { StatusMark } from "./status-mark.tsx";
import { stakeStatusOf, type ShownPlace, type TeamMember } from "./team.ts";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Table.layer.css";

interface MemberCardProps {
  ref?: Ref<HTMLElement>;
  shown: ShownPlace;
  /** The member above a free place. */
  above: TeamMember | undefined;
  failure: unknown;
  onRetry: () => void;
  /** Starts the chart here; none where it already does. */
  onStart: (() => void) | undefined;
  onClose: () => void;
  onEnter: () => void;
  onLeave: () => void;
}

export default function MemberCard(props: MemberCardProps) {
  const { ref, shown, above, failure, onRetry, onStart, onClose, onEnter, onLeave } = props;
  const t = useT();
  const { refId } = useMember();
  const { member, side } = shown;
  return (
    <Floating
      component="section"
      ref={ref}
      className="member-card"
      aria-label={t("Details")}
      p="md"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      <CloseButton pos="absolute" top={4} right={4} size={44} aria-label={t("Close")} onClick={onClose} />
      <Stack gap="xs">
        {member ? <MemberFacts member={member} /> : <FreePlace side={side} above={above} />}
        {failure !== undefined && (
          <Note tone="bad" live>
            <ProblemText error={failure} />
            <Button variant="default" size="sm" mt={8} onClick={onRetry}>
              {t("Retry")}
            </Button>
          </Note>
        )}
        {onStart && (
          <Button variant="default" size="sm" fullWidth onClick={onStart}>
            {t("Start from here")}
          </Button>
        )}
        {member?.refId === refId && (
          <Group grow gap="xs">
            <Button
              variant="default"
              size="sm"
              renderRoot={(root) => <Link to="/direct-referrals" {...root} />}
            >
              {t("Direct referrals")}
            </Button>
            <Button variant="default" size="sm" renderRoot={(root) => <Link to="/referral-link" {...root} />}>
              {t("Referral link")}
            </Button>
          </Group>
        )}
      </Stack>
    </Floating>
  );
}

/** A place is filled by the link of the member above it, to its side. */
function FreePlace({ side, above }: Pick<MemberCardProps, "above"> & Pick<ShownPlace, "side">) {
  const t = useT();
  return (
    <>
      <Title order={2} fz="md" pr={36}>
        {t("Free place")}
      </Title>
      {side && above && (
        <>
          <Text c="dimmed" fz="sm">
            {t(sideLabels[side])} · {above.name}
          </Text>
          <Button
            size="sm"
            fullWidth
            renderRoot={(root) => (
              <Link to="/referral-link" search={{ below: above.refId, side }} {...root} />
            )}
          >
            {t("Invite to this place")}
          </Button>
        </>
      )}
    </>
  );
}

function MemberFacts({ member }: { member: TeamMember }) {
  const t = useT();
  const { i18n } = useLingui();
  const status = stakeStatusOf(member);
  return (
    <>
      <div>
        <Title order={2} fz={17} pr={36} style={{ overflowWrap: "anywhere" }}>
          {member.name}
        </Title>
        <Text c="dimmed" fz="sm">
          <span className="unit-id">{member.refId}</span>
          {member.side && <> · {t(sideLabels[member.side])}</>}
        </Text>
      </div>
      <Group gap="2px 8px" fz={15} data-kind={status} data-on="page">
        <svg width={18} height={18} viewBox="-8 -8 16 16" aria-hidden="true">
          <StatusMark kind={status} />
        </svg>
        <strong>{member.isActive ? t("Active") : t("Not active")}</strong>
        <Text span inherit c="dimmed">
          {status === "active" ? stackedNote : t(stakeLabels[status])}
        </Text>
      </Group>
      <Text c="dimmed" fz="sm">
        {t("Joined on {date}", { date: dateText(member.joinedAt, i18n.locale) })}
      </Text>
      <Table horizontalSpacing={0} verticalSpacing={5} fz={15} ta="right">
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {sides.map((side) => (
              <Table.Th scope="col" key={side} ta="right" c="dimmed" fw={400} fz="sm">
                {t(sideLabels[side])}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row" c="dimmed" fw={400} fz="sm">
              {t("Users / active")}
            </Table.Th>
            {sides.map((side) => (
              <Table.Td key={side} fw={600}>
                {countText(member[side].users)} / {countText(member[side].activeUsers)}
              </Table.Td>
            ))}
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row" c="dimmed" fw={400} fz="sm">
              {t("Business")}
            </Table.Th>
            {sides.map((side) => (
              <Table.Td key={side} fw={600}>
                <OwnAmount>{usdText(member[side].businessUsd)}</OwnAmount>
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </>
  );
}
