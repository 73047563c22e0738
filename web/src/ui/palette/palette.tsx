import { createSpotlight, Spotlight, useSpotlight } from "@mantine/spotlight";
import { useEffect, type KeyboardEvent } from "react";
import type { IconComponent } from "../icons/icons.tsx";
import { SearchIcon } from "../icons/screen-icons.tsx";
import "../dialog/scroll-lock.ts";
import "./palette-styles.ts";

export interface PaletteChoice {
  /** Its address: no two choices have the same. */
  to: string;
  label: string;
  hint?: string;
  icon: IconComponent;
}

interface PaletteProps {
  title: string;
  /** Names the field for screen readers. */
  label: string;
  placeholder: string;
  /** Names the list of choices for screen readers. */
  listLabel: string;
  nothingFound: string;
  /** Below the choices. */
  hint: string;
  typed: string;
  onType: (typed: string) => void;
  choices: readonly PaletteChoice[];
  onChoose: (choice: PaletteChoice) => void;
}

const [store, { open }] = createSpotlight();
const listId = "palette-choices";
const optionId = (index: number) => `${listId}-${index}`;

/** Opens the palette that is on the page; Ctrl K or ⌘ K does the same, in a field too. */
export const openPalette = open;

/** Finds a place by typing a part of its name. */
export function Palette({ title, typed, onType, ...found }: PaletteProps) {
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={onType}
      title={title}
      tagsToIgnore={[]}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.55, blur: 0 }}
      yOffset="8dvh"
      radius="lg"
      // The theme's body is the page behind; this is a surface.
      style={{ "--mantine-color-body": "var(--fc-surface)" }}
      styles={{ header: { padding: "0.75rem 1rem 0", minHeight: 0 }, title: { fontWeight: 600 } }}
    >
      <Found {...found} />
    </Spotlight.Root>
  );
}

type FoundProps = Omit<PaletteProps, "title" | "typed" | "onType">;

/** The field and the choices; Spotlight knows the chosen one by its number and its mark in the page. */
function Found({ label, placeholder, listLabel, nothingFound, hint, choices, onChoose }: FoundProps) {
  const { selected } = useSpotlight(store);
  const chosen = Math.max(0, selected);
  const isEmpty = choices.length === 0;
  // What scrolls is the list itself: else it would have to be a stop of the Tab key. Its type leaves this property out.
  const scrolling = { viewportProps: { id: listId, role: "listbox", "aria-label": listLabel } };
  useEffect(() => {
    // Spotlight chooses none before the first key; with the first chosen, Enter works at once.
    if (selected < 0) store.updateState((state) => ({ ...state, selected: 0 }));
  }, [selected]);
  const pressWithoutCode = ({ key, nativeEvent: { code } }: KeyboardEvent) => {
    // Spotlight looks at the key's place, which the keyboard of a phone does not tell.
    if (key === "Enter" && code === "") document.getElementById(optionId(chosen))?.click();
  };
  return (
    <>
      <Spotlight.Search
        role="combobox"
        aria-label={label}
        placeholder={placeholder}
        aria-expanded={!isEmpty}
        aria-controls={isEmpty ? undefined : listId}
        aria-activedescendant={isEmpty ? undefined : optionId(chosen)}
        autoComplete="off"
        maxLength={80}
        leftSection={<SearchIcon />}
        // The only field of a dialog needs no ring to be found.
        styles={{ input: { borderColor: "transparent", boxShadow: "none" } }}
        onKeyDown={pressWithoutCode}
      />
      {isEmpty ? (
        <Spotlight.Empty>{nothingFound}</Spotlight.Empty>
      ) : (
        <Spotlight.ActionsList {...scrolling}>
          {choices.map((choice, index) => (
            <Choice
              key={choice.to}
              choice={choice}
              index={index}
              isChosen={index === chosen}
              onGo={() => onChoose(choice)}
            />
          ))}
        </Spotlight.ActionsList>
      )}
      <Spotlight.Footer fz="sm" c="dimmed" style={{ flex: "none" }}>
        {hint}
      </Spotlight.Footer>
    </>
  );
}

interface ChoiceProps {
  choice: PaletteChoice;
  index: number;
  isChosen: boolean;
  onGo: () => void;
}

function Choice({ choice: { label, hint, icon: Icon }, index, isChosen, onGo }: ChoiceProps) {
  return (
    <Spotlight.Action
      role="option"
      // Spotlight keeps an id to itself, and the field has to name the chosen one.
      renderRoot={(props) => <button {...props} id={optionId(index)} />}
      aria-selected={isChosen}
      data-selected={isChosen || undefined}
      label={label}
      {...(hint !== undefined && { description: hint })}
      leftSection={<Icon />}
      mih="var(--fc-tap)"
      // Dimmed, the words would miss the contrast on the colour of the chosen one.
      styles={{ actionDescription: { opacity: 1 }, actionSection: { opacity: 1 } }}
      onClick={onGo}
    />
  );
}
