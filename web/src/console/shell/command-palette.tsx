import { consoleMembers } from "@fc/contract/members/console";
import type { OperatorRole } from "@fc/contract/operator-access";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../lib/api/api.ts";
import { PersonIcon } from "../../ui/icons/screen-icons.tsx";
import { Palette, type PaletteChoice } from "../../ui/palette/palette.tsx";
import { navigationOf } from "../navigation.ts";

const shownMembers = 6;
const typingPauseMs = 250;

/** Finds a page by its name, and a member by any part of user ID, name, e-mail or number. */
export function CommandPalette({ role }: { role: OperatorRole }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  return (
    <Palette
      title="Go to"
      label="A screen, or a member by user ID, name, e-mail or phone"
      placeholder="A screen or a member"
      listLabel="Places"
      nothingFound="Nothing is called so."
      hint="Members by user ID, name, e-mail or phone."
      typed={typed}
      onType={setTyped}
      choices={useChoices(typed.trim(), role)}
      onChoose={({ to }) => void navigate({ to })}
    />
  );
}

function useChoices(typed: string, role: OperatorRole): readonly PaletteChoice[] {
  const pages: readonly PaletteChoice[] = navigationOf(role).flatMap(({ items }) => items);
  const words = typed.toLowerCase();
  // Not every letter causes a search: the typing has to pause.
  const [search] = useDebouncedValue(typed, typingPauseMs);
  const { data } = useQuery({
    queryKey: ["console-palette", search],
    queryFn: () => call(consoleMembers, { query: { search, size: shownMembers } }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const fitting = pages.filter(({ label }) => label.toLowerCase().includes(words));
  if (words === "") return fitting;
  const members = (data?.data ?? []).map(({ refId, name }) => ({
    to: `/members/${refId}`,
    label: name,
    hint: refId,
    icon: PersonIcon,
  }));
  return [...fitting, ...members];
}
