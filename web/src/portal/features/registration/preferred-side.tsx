import { preferredSide } from "@fc/contract/registration/portal-later";
import type { Side } from "@fc/contract/side";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextField } from "../../../ui/form/fields.tsx";

interface PreferredSideProps {
  refId: string;
  fields: (side: Side, followsPreference: true) => ReactNode;
}

/** Asks where the link of the referrer's preference leads now, and shows the form with that team. */
export default function PreferredSide({ refId, fields }: PreferredSideProps) {
  const t = useT();
  const { data, error, refetch } = useQuery({
    queryKey: ["preferred-side", refId],
    queryFn: async () => (await call(preferredSide, { params: { refId } })).side,
    // What was shown stays while the form is filled in. It is decided again when the form is sent.
    staleTime: Infinity,
  });
  if (error && !data) {
    const isRefused = error instanceof ApiError && error.code === "REFERRAL_LINK_OFF";
    const isUnknown = error instanceof ApiError && error.code === "NOT_FOUND";
    if (isRefused || isUnknown) {
      return (
        <Note tone="bad" live>
          {isRefused
            ? t(error.message)
            : t("This referral link names nobody we know. Ask for a new one, or enter the user ID yourself.")}
        </Note>
      );
    }
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <TextField label={t("Team")} disabled />;
  return (
    <>
      <p className="dimmed">
        {t(
          "This link follows the referrer's choice: it leads to the team that is the weaker one when you register. The summary shows your place before you press Done.",
        )}
      </p>
      {fields(data, true)}
    </>
  );
}
