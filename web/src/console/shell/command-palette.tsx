import { consoleMembers } from "@fc/contract/members/console";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from "react";
import { call } from "../../lib/api/api.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { PersonIcon, SearchIcon } from "../../ui/icons/screen-icons.tsx";
import type { IconComponent } from "../../ui/icons/icons.tsx";
import { navigation } from "../navigation.ts";
import "./command-palette.css";

interface Choice {
  to: string;
  label: string;
  hint?: string;
  icon: IconComponent;
}

const pages: readonly Choice[] = navigation.flatMap(({ items }) => items);
const shownMembers = 6;
const typingPauseMs = 250;

/** Ctrl K or ⌘ K works on every page. */
export function usePaletteKey(onPressed: () => void): void {
  const open = useEffectEvent(onPressed);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

export function PaletteOpener({ onOpen }: { onOpen: () => void }) {
  return (
    <button type="button" className="palette-opener" onClick={onOpen}>
      <SearchIcon />
      <span>Go to</span>
      <kbd>Ctrl K</kbd>
    </button>
  );
}

/** Finds a page by its name, and a member by any part of user ID, name, e-mail or number. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const listId = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const choices = useChoices(typed.trim());
  const chosen = choices[Math.min(at, choices.length - 1)];
  const go = ({ to }: Choice) => {
    onClose();
    void navigate({ to });
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((Math.min(at, choices.length - 1) + step + choices.length) % Math.max(1, choices.length));
    }
    if (event.key === "Enter" && chosen) {
      event.preventDefault();
      go(chosen);
    }
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        className="palette-field"
        role="combobox"
        aria-label="A screen, or a member by user ID, name, e-mail or phone"
        placeholder="A screen or a member"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={chosen && optionId(listId, chosen)}
        autoComplete="off"
        maxLength={80}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <ul className="plain-list palette-list" role="listbox" id={listId} aria-label="Places">
        {choices.map((choice) => (
          <Option
            key={choice.to}
            choice={choice}
            id={optionId(listId, choice)}
            isChosen={choice === chosen}
            onGo={() => go(choice)}
          />
        ))}
      </ul>
      {choices.length === 0 && <p className="dimmed">Nothing is called so.</p>}
      {typed === "" && <p className="small dimmed">Members by user ID, name, e-mail or phone.</p>}
    </Dialog>
  );
}

const optionId = (listId: string, { to }: Choice) => listId + to;

function useChoices(typed: string): readonly Choice[] {
  const words = typed.toLowerCase();
  const search = usePaused(typed);
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

/** The typed text, once typing has paused, so that not every letter causes a search. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

interface OptionProps {
  choice: Choice;
  id: string;
  isChosen: boolean;
  onGo: () => void;
}

function Option({ choice: { label, hint, icon: Icon }, id, isChosen, onGo }: OptionProps) {
  return (
    <li id={id} role="option" aria-selected={isChosen} className="palette-option" onClick={onGo}>
      <Icon />
      <span>{label}</span>
      {hint && <span className="small dimmed unit-id">{hint}</span>}
    </li>
  );
}
