import { Box } from "@mantine/core";
import { linkPreferences, preferredType, type LinkPreference } from "@fc/contract/referrals/preference";
import { chooseLinkPreference, type LinkPreferenceState } from "@fc/contract/referrals/portal";
import type { Side } from "@fc/contract/side";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { dollarsText } from "../../../lib/format/amounts.ts";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { useMember } from "../../../lib/session/member.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { Choices } from "../../../ui/money/choices.tsx";
import { useOwnText } from "../../../ui/money/own-amounts.tsx";
import { LinkCard, linkOf } from "./link-card.tsx";
import { linkPreferenceQuery } from "./queries.ts";

const off = "off";

const preferenceLabels = {
  business: msg("The team with less business"),
  members: msg("The team with fewer members"),
} as const satisfies Record<LinkPreference, string>;

const nowTexts = {
  left: msg("Opened now, it leads to the left team."),
  right: msg("Opened now, it leads to the right team."),
} as const satisfies Record<Side, string>;

/** The third link: the member says by what, and each newcomer is placed in the team that is the weaker one then. */
export function PreferredLink({ text }: { text: string }) {
  const t = useT();
  const { id, refId } = useMember();
  const { data, error, refetch } = useQuery(linkPreferenceQuery(id));
  const choose = useChoosing(id);
  const title = t("Link to the weaker team");
  if (!data) {
    return (
      <Card title={title} aria-label={title}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TextSkeleton rows={3} />}
      </Card>
    );
  }
  const choice = (
    <>
      <p>
        {t(
          "A third link leads everybody to the team that is the weaker one at that moment. Choose what counts; until then the link is off.",
        )}
      </p>
      {/* Whole sentences: on a phone one below the other. */}
      <Box style={{ "--choice-width": "14rem" }}>
        <Choices
          label={t("The link prefers")}
          value={data.preference ?? off}
          onChange={(value) => choose(value === off ? null : value)}
          options={[
            { value: off, label: t("Off: only the left and the right link") },
            ...linkPreferences.map((value) => ({ value, label: t(preferenceLabels[value]) })),
          ]}
        />
      </Box>
    </>
  );
  if (data.side === null) {
    return (
      <Card title={title} aria-label={title}>
        {choice}
      </Card>
    );
  }
  return (
    <LinkCard
      title={title}
      qr={t("QR code of the link to the weaker team")}
      address={linkOf(refId, preferredType)}
      text={text}
    >
      {choice}
      <div>
        <p>
          <strong>{t(nowTexts[data.side])}</strong>
        </p>
        <LegsText state={data} />
        <p className="small dimmed">
          {t(
            "Of two equal teams the left one is taken. The newcomer sees the team when the link is opened, and the place before Done.",
          )}
        </p>
      </div>
    </LinkCard>
  );
}

function LegsText({ state: { left, right } }: { state: LinkPreferenceState }) {
  const t = useT();
  const own = useOwnText();
  const count = (number: number) => number.toLocaleString("en-IN");
  return (
    <p>
      {t("Left: {leftUsers} members, {leftBusiness}. Right: {rightUsers} members, {rightBusiness}.", {
        leftUsers: count(left.users),
        leftBusiness: own(dollarsText(left.business)),
        rightUsers: count(right.users),
        rightBusiness: own(dollarsText(right.business)),
      })}
    </p>
  );
}

function useChoosing(userId: number) {
  const queries = useQueryClient();
  const { queryKey } = linkPreferenceQuery(userId);
  const { mutate } = useMutation({
    mutationFn: (preference: LinkPreference | null) =>
      call(chooseLinkPreference, { body: { userId, preference } }),
    onMutate: (preference) => {
      // The radio button answers at once; the link appears with the server's answer.
      queries.setQueryData(queryKey, (state) => state && { ...state, preference });
    },
    onSuccess: ({ data }) => queries.setQueryData(queryKey, data),
    onError: (error) => {
      toast.failure(error);
      void queries.invalidateQueries({ queryKey });
    },
  });
  return mutate;
}
