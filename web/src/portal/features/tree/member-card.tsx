import { useLingui } from "@lingui/react";
import { sides } from "@fc/contract/side";
import { stackedNote } from "@fc/contract/tree/portal";
import { Button } from "@mantine/core";
import type { Ref } from "react";
import { dateText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { sideLabels } from "../../../lib/labels/side-labels.ts";
import { CloseIcon } from "../../../ui/icons/icons.tsx";
import { ProblemText } from "../../../ui/feedback/problem-text.tsx";
import { countText, usdText } from "./figures.ts";
import { StatusMark } from "./status-mark.tsx";
import { stakeStatusOf, type ShownPlace, type TeamMember } from "./team.ts";
import { stakeLabels } from "./node-labels.ts";
import "./member-card.css";

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

export function MemberCard(props: MemberCardProps) {
  const { ref, shown, above, failure, onRetry, onStart, onClose, onEnter, onLeave } = props;
  const t = useT();
  const { member, side } = shown;
  return (
    <section
      ref={ref}
      className="member-card floating"
      aria-label={t("Details")}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      <button type="button" className="icon-button card-close" aria-label={t("Close")} onClick={onClose}>
        <CloseIcon />
      </button>
      {member ? (
        <MemberFacts member={member} />
      ) : (
        <p className="card-free">
          <strong>{t("Free place")}</strong>
          {side && above && (
            <span className="small dimmed">
              {t(sideLabels[side])} · {above.name}
            </span>
          )}
        </p>
      )}
      {failure !== undefined && (
        <div className="card-problem" role="alert">
          <ProblemText error={failure} />
          <Button variant="default" size="sm" onClick={onRetry}>
            {t("Retry")}
          </Button>
        </div>
      )}
      {onStart && (
        <Button variant="default" size="sm" fullWidth onClick={onStart}>
          {t("Start from here")}
        </Button>
      )}
    </section>
  );
}

function MemberFacts({ member }: { member: TeamMember }) {
  const t = useT();
  const { i18n } = useLingui();
  const status = stakeStatusOf(member);
  return (
    <>
      <header className="card-head">
        <h2>{member.name}</h2>
        <p className="small dimmed">
          <span className="unit-id">{member.refId}</span>
          {member.side && <> · {t(sideLabels[member.side])}</>}
        </p>
      </header>
      <p className="card-status" data-kind={status}>
        <svg viewBox="-8 -8 16 16" aria-hidden="true">
          <StatusMark kind={status} />
        </svg>
        <strong>{member.isActive ? t("Active") : t("Not active")}</strong>
        <span className="dimmed">{status === "active" ? stackedNote : t(stakeLabels[status])}</span>
      </p>
      <p className="small dimmed">
        {t("Joined on {date}", { date: dateText(member.joinedAt, i18n.locale) })}
      </p>
      <table className="card-figures">
        <thead>
          <tr>
            <td />
            {sides.map((side) => (
              <th scope="col" key={side}>
                {t(sideLabels[side])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t("Users / active")}</th>
            {sides.map((side) => (
              <td key={side}>
                {countText(member[side].users)} / {countText(member[side].activeUsers)}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t("Business")}</th>
            {sides.map((side) => (
              <td key={side}>{usdText(member[side].businessUsd)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  );
}
