import { normaliseRefId } from "@fc/contract/ref-id";
import { shortestTeamSearch, type FoundInTeam, type TeamPath } from "@fc/contract/tree/portal";
import { Anchor, Box, Combobox, Text, TextInput, useCombobox, type ComboboxStore } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { sideLabels } from "../../../lib/labels/side-labels.ts";
import { useMember } from "../../../lib/session/member.ts";
import { pathQuery } from "../../../lib/team-path.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ProblemText } from "../../../ui/feedback/problem-text.tsx";
import { SearchIcon } from "../../../ui/icons/screen-icons.tsx";
import { searchQuery } from "./queries.ts";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Combobox.layer.css";

/** A pause in typing; every letter would be a request of its own otherwise. */
const pauseMs = 250;

class NobodyFound extends Error {}

interface SearchBoxProps {
  onFound: (refId: string, path: TeamPath) => void;
}

interface FindingProps extends SearchBoxProps {
  text: string;
  combobox: ComboboxStore;
}

/** Looks for what was typed, and shows whom it names. */
function useFinding({ text, combobox, onFound }: FindingProps) {
  const { id: userId, refId: ownRefId } = useMember();
  const queries = useQueryClient();
  const show = useMutation({
    mutationFn: async (refId: string) => ({
      refId,
      path: await queries.fetchQuery(pathQuery(userId, refId)),
    }),
    onSuccess: ({ refId, path }) => {
      combobox.closeDropdown();
      onFound(refId, path);
    },
  });
  // The whole of what was typed: the one who fits, or all who do.
  const find = useMutation({
    mutationFn: async () => {
      if (normaliseRefId(text) === ownRefId) return [{ refId: ownRefId }];
      const { data } = await queries.fetchQuery(searchQuery(userId, text));
      if (data.length === 0) throw new NobodyFound();
      return data;
    },
    onError: () => combobox.closeDropdown(),
    onSuccess: (found) => {
      if (found.length === 1 && found[0]) show.mutate(found[0].refId);
      else combobox.openDropdown();
    },
  });
  const isBusy = show.isPending || find.isPending;
  const error = show.error ?? find.error;
  const isUnknown = error instanceof NobodyFound || (error instanceof ApiError && error.code === "NOT_FOUND");
  const reset = () => {
    show.reset();
    find.reset();
  };
  return { show, find, isBusy, error, isUnknown, reset };
}

/** Finds somebody of the own team by name or user id, and suggests those who fit while one types. */
export default function SearchBox({ onFound }: SearchBoxProps) {
  const t = useT();
  const { id: userId } = useMember();
  const [typed, setTyped] = useState("");
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, pauseMs);
  const suggestions = useQuery(searchQuery(userId, asked));
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });

  const { show, find, isBusy, error, isUnknown, reset } = useFinding({ text, combobox, onFound });
  return (
    <Box component="search" pos="relative" flex={{ base: "1 1 100%", sm: "0 1 22rem" }} miw={0}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.length >= shortestTeamSearch && !isBusy) find.mutate();
        }}
      >
        <Combobox store={combobox} onOptionSubmit={(refId) => show.mutate(refId)}>
          <Combobox.Target withExpandedAttribute>
            <TextInput
              aria-label={t("Find somebody in your team")}
              placeholder={t("Name or user ID")}
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                combobox.resetSelectedOption();
                combobox.openDropdown();
                if (error) reset();
              }}
              onBlur={() => combobox.closeDropdown()}
              aria-invalid={isUnknown || undefined}
              maxLength={80}
              enterKeyHint="search"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              leftSection={<SearchIcon />}
              rightSectionWidth="auto"
              rightSection={
                <Anchor component="button" type="submit" mih={44} px={14} fw={600} aria-disabled={isBusy}>
                  {isBusy ? t("Loading") : t("Find")}
                </Anchor>
              }
            />
          </Combobox.Target>
          {/* Only what belongs to the text: a tap must not hit somebody who fitted an earlier one. */}
          {text === asked && suggestions.data && (
            <Suggestions found={suggestions.data.data} hasMore={suggestions.data.hasMore} />
          )}
        </Combobox>
      </form>
      <Box role="alert" pos="absolute" top="calc(100% + 0.5rem)" left={0} right={0} style={{ zIndex: 3 }}>
        {error && (
          <Note tone="bad" onClose={reset}>
            {isUnknown ? <NobodyText typed={text} /> : <ProblemText error={error} />}
          </Note>
        )}
      </Box>
    </Box>
  );
}

function Suggestions({ found, hasMore }: { found: readonly FoundInTeam[]; hasMore: boolean }) {
  const t = useT();
  return (
    <Combobox.Dropdown>
      <Combobox.Options aria-label={t("Members who fit")} mah="50dvh" style={{ overflow: "auto" }}>
        {found.map(({ refId, name, leg }) => (
          <Combobox.Option value={refId} key={refId}>
            <Text fw={600} truncate>
              {name}
            </Text>
            <Text c="dimmed" fz="sm">
              <span className="unit-id">{refId}</span> · {t(sideLabels[leg])}
            </Text>
          </Combobox.Option>
        ))}
        {found.length === 0 && <Combobox.Empty>{t("Nobody fits so far.")}</Combobox.Empty>}
      </Combobox.Options>
      {hasMore && (
        <Combobox.Footer>
          <Text c="dimmed" fz="sm">
            {t("There are more. Type more of the name.")}
          </Text>
        </Combobox.Footer>
      )}
    </Combobox.Dropdown>
  );
}

/** A user id begins with FC and usually has a digit; a name has none. */
function NobodyText({ typed }: { typed: string }) {
  const t = useT();
  return /\d|^fc/i.test(typed)
    ? t("Nobody in your team has this user ID.")
    : t("Nobody in your team has this name.");
}
