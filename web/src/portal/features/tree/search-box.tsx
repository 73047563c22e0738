import { normaliseRefId } from "@fc/contract/ref-id";
import type { TeamPath } from "@fc/contract/tree/portal";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { SearchIcon } from "../../../ui/icons/screen-icons.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ProblemText } from "../../../ui/feedback/problem-text.tsx";
import { pathQuery } from "./queries.ts";
import "./search-box.css";

/** Finds somebody of the own team by the user id. */
export function SearchBox({ onFound }: { onFound: (refId: string, path: TeamPath) => void }) {
  const t = useT();
  const { id: userId } = useMember();
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const search = useMutation({
    mutationFn: (refId: string) => queries.fetchQuery(pathQuery(userId, refId)),
    onSuccess: (path, refId) => onFound(refId, path),
  });
  const { error } = search;
  const isUnknown = error instanceof ApiError && error.code === "NOT_FOUND";
  return (
    <search className="tree-search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const refId = normaliseRefId(typed);
          if (refId && !search.isPending) search.mutate(refId);
        }}
      >
        <SearchIcon />
        <input
          aria-label={t("Find a user ID in your team")}
          placeholder={t("User ID")}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            if (error) search.reset();
          }}
          aria-invalid={isUnknown || undefined}
          maxLength={32}
          enterKeyHint="search"
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
        />
        <button type="submit" className="search-go" aria-disabled={search.isPending}>
          {search.isPending ? t("Loading") : t("Find")}
        </button>
      </form>
      <div role="alert" className="search-problem">
        {error && (
          <Note tone="bad" onClose={() => search.reset()}>
            {isUnknown ? t("Nobody in your team has this user ID.") : <ProblemText error={error} />}
          </Note>
        )}
      </div>
    </search>
  );
}
