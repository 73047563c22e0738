import { useState } from "react";
import { Button } from "@mantine/core";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { HomeIcon, StakeIcon } from "../../ui/icons/screen-icons.tsx";
import { openPalette, Palette } from "../../ui/palette/palette.tsx";
import { ReasonDialog } from "../../ui/queue/reason-dialog.tsx";
import WhyDialog from "../../ui/why/why-dialog.tsx";
import { Opener } from "./codes.tsx";
import { problem, reason } from "./examples.ts";
import { Section, States } from "./state.tsx";

const kinds = [
  ["In the middle", "modal"],
  ["From the edge", "drawer"],
  ["From the foot", "sheet"],
] as const;

const choices = [
  { to: "/", label: "Dashboard", icon: HomeIcon },
  { to: "/stacking", label: "Staking", hint: "Stake a package", icon: StakeIcon },
];

const ready = { busy: false, problem: undefined as unknown, submit: async () => undefined };

const questions = [
  { name: "Ready", change: ready, isOver: false },
  { name: "Refused", change: { ...ready, problem }, isOver: false },
  { name: "Over", change: { ...ready, problem }, isOver: true },
];

export function Dialogs() {
  const [typed, setTyped] = useState("");
  return (
    <Section title="Dialogs">
      <States name="By their place">
        {kinds.map(([name, kind]) => (
          <Opener key={kind} name={name}>
            {(close) => (
              <Dialog title={name} kind={kind} onClose={close}>
                <p>Escape, the phone&rsquo;s back button and a press beside it close it.</p>
              </Dialog>
            )}
          </Opener>
        ))}
      </States>
      <States name="A question: ready, refused, over">
        {questions.map(({ name, change, isOver }) => (
          <Opener key={name} name={name}>
            {(close) => (
              <ConfirmDialog
                title="Cancel this withdrawal?"
                action="Yes, cancel it"
                change={change}
                isOver={isOver}
                onClose={close}
              >
                <p>The coins go back to the wallets that they came from.</p>
              </ConfirmDialog>
            )}
          </Opener>
        ))}
      </States>
      <States name="A reason, a calculation, the palette">
        <Opener name="A reason">
          {(close) => (
            <ReasonDialog
              title="Reject Asha Verma"
              label="Reason, as the member reads it"
              action="Reject"
              onClose={close}
              onGiven={close}
            />
          )}
        </Opener>
        <Opener name="Why this amount?">
          {(close) => <WhyDialog credit="parts" load={async () => reason} onClose={close} />}
        </Opener>
        <Button variant="default" onClick={openPalette}>
          The palette
        </Button>
      </States>
      <Palette
        title="Go to"
        label="Page"
        placeholder="A part of its name"
        listLabel="Pages"
        nothingFound="Nothing fits."
        hint="Enter opens it."
        typed={typed}
        onType={setTyped}
        choices={choices.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))}
        onChoose={() => undefined}
      />
    </Section>
  );
}
