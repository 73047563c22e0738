import type { Side } from "@fc/contract/side";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ApiError } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { useMember } from "../../../lib/session/member.ts";
import { pathQuery } from "../../../lib/team-path.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { LinkCard, linkOf } from "./link-card.tsx";
import { referrerOf } from "./place.ts";

const ownTexts = {
  left: msg(
    "A person who registers with this link takes the free place on the left of {name}, with you as the referrer.",
  ),
  right: msg(
    "A person who registers with this link takes the free place on the right of {name}, with you as the referrer.",
  ),
} as const satisfies Record<Side, string>;

const othersTexts = {
  left: msg(
    "A person who registers with this link takes the free place on the left of {name}, with {name} as the referrer: a place that your own links do not lead to is filled by the member above it.",
  ),
  right: msg(
    "A person who registers with this link takes the free place on the right of {name}, with {name} as the referrer: a place that your own links do not lead to is filled by the member above it.",
  ),
} as const satisfies Record<Side, string>;

/** The link that leads to one free place of the tree. */
export function PlaceLink({ below, side, text }: { below: string; side: Side; text: string }) {
  const t = useT();
  const { id, refId } = useMember();
  const path = useQuery(pathQuery(id, below));
  if (path.error) {
    return path.error instanceof ApiError && path.error.code === "NOT_FOUND" ? (
      <Note tone="bad">{t("This place is not in your team. Your own links are below.")}</Note>
    ) : (
      <ErrorState error={path.error} onRetry={() => void path.refetch()} />
    );
  }
  if (!path.data) return <TextSkeleton rows={3} />;
  const referrer = referrerOf(path.data, side);
  const name = path.data.stretches.at(-1)?.to.name ?? path.data.from.name;
  return (
    <LinkCard
      title={t("Link to the free place")}
      qr={t("QR code of the link to the free place")}
      address={linkOf(referrer, side)}
      text={text}
    >
      <p>{t((referrer === refId ? ownTexts : othersTexts)[side], { name })}</p>
      <p className="small dimmed">
        {t("If somebody is faster, the next free place on that side is taken.")}{" "}
        <Link to="/tree-chart" search={{ find: below }}>
          {t("Show in the tree")}
        </Link>
      </p>
    </LinkCard>
  );
}
