import { asFc } from "@fc/contract/units";
import { Button, NativeSelect, SegmentedControl } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { BackButton } from "../../ui/layout/back-button.tsx";
import { HomeLink } from "../../ui/layout/home-link.tsx";
import { IconButton } from "../../ui/layout/icon-button.tsx";
import { CopyButton } from "../../ui/content/copy-button.tsx";
import { besideInput } from "../../ui/form/beside-input.tsx";
import { PasswordField, PlainTextField, TextField } from "../../ui/form/fields.tsx";
import { Form } from "../../ui/form/form.tsx";
import { LongTextField } from "../../ui/form/long-text-field.tsx";
import { NumericField } from "../../ui/form/numeric-field.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { SettingsIcon } from "../../ui/icons/screen-icons.tsx";
import { AmountField } from "../../ui/money/amount-field.tsx";
import { Choices } from "../../ui/money/choices.tsx";
import { FcAmountField } from "../../ui/money/fc-amount-field.tsx";
import { MoneyButton } from "../../ui/money/money-button.tsx";
import { HideAmounts } from "../../ui/money/own-amounts.tsx";
import PhoneField from "../../ui/phone/phone-field.tsx";
import { AddressField } from "../../ui/record/address-field.tsx";
import { OwnPicture } from "../../ui/uploads/own-picture.tsx";
import { PictureField } from "../../ui/uploads/picture-field.tsx";
import type { Picture, PictureState } from "../../ui/uploads/use-picture.ts";
import { picture, pictureOf, problem } from "./examples.ts";
import { Section, State, States } from "./state.tsx";

const nothing = () => undefined;

export function Controls() {
  return (
    <>
      <Section title="Buttons">
        <States name="What leads on, and the others">
          <Button>Stake</Button>
          <Button variant="default">Cancel</Button>
          <Button variant="outline">Send a new code</Button>
          <Button variant="subtle" size="sm">
            Older
          </Button>
          <Button variant="default" disabled>
            Disabled
          </Button>
        </States>
        <States name="In a line, with a picture alone, with what is copied">
          <button type="button" className="link-button">
            Use a recovery code
          </button>
          <button type="button" className="link-button" disabled>
            Send again in 28 s
          </button>
          <IconButton aria-label="Settings">
            <SettingsIcon />
          </IconButton>
          <CopyButton text="FC4K7Q2M" label="Copy the user ID" />
          <CopyButton text="FC4K7Q2M" label="Copy the user ID" withLabel />
          <HideAmounts />
          <HideAmounts withLabel />
        </States>
        <States name="Back, and the way home">
          <BackButton />
          <HomeLink />
        </States>
        <State name="Submit: ready, busy, waiting">
          <SubmitButton busy={false}>Update Profile</SubmitButton>
          <SubmitButton busy>Update Profile</SubmitButton>
          <SubmitButton busy={false} isWaiting>
            Update Profile
          </SubmitButton>
        </State>
        <State name="What moves money: ready, busy">
          <MoneyButton>Withdraw</MoneyButton>
          <MoneyButton isBusy>Loading</MoneyButton>
        </State>
        <States name="One of a few">
          <Segments />
        </States>
      </Section>
      <Section title="Fields">
        <Form onSubmit={nothing}>
          <TextField label="Name" placeholder="As in your bank passbook" />
          <TextField label="Filled in for the member" value="Asha Verma" readOnly />
          <TextField label="Disabled" value="Asha Verma" disabled />
          <TextField label="Wrong" defaultValue="A" error="Please enter your whole name" />
          <PlainTextField label="Nominee" optional description="Who receives it after you" />
          <PlainTextField
            label="Receiver ID"
            defaultValue="FC4K7Q2M"
            inputContainer={besideInput(<Button variant="default">Check</Button>)}
          />
          <PasswordField label="Password" defaultValue="not a secret" />
          <NumericField label="PIN code" defaultValue="400001" />
          <LongTextField label="Message" defaultValue="The coins have not arrived." />
          <NativeSelect label="Country" data={["India", "Nepal"]} />
          <Phone />
          <Address value="0x52908400098527886E0F7030069857D2E4169EE7" label="Free coin address" />
          <Address value="0x52908400098527886e0f7030069857d2e4169ee7" label="Without a checksum" />
        </Form>
        <Gender />
        <Gender error="Please choose a team" />
      </Section>
      <Section title="Amounts">
        <Amount label="Empty" first="" />
        <Amount label="Fine" first="1,50,000" />
        <Amount label="Too much" first="9,00,00,000" />
        <Amount label="Too little" first="3" />
        <Amount label="Cannot be read" first="1.500,00" />
        <Dollars />
      </Section>
      <Section title="Photos">
        {pictureStates.map(([name, state]) => (
          <State key={name} name={name}>
            <PictureField
              label="Payment proof"
              description="A photo or a screenshot of the payment"
              picture={pictureWith(state)}
            />
          </State>
        ))}
        <State name="Missing">
          <PictureField
            label="Payment proof"
            description="A photo or a screenshot of the payment"
            picture={pictureWith({ phase: "none" })}
            error="Please add proof image"
          />
        </State>
        <State name="One's own, sent before">
          <OwnPicture proofImageUrl={pictureOf} alt="The payment proof" />
        </State>
      </Section>
    </>
  );
}

const draft = {
  userId: 1,
  folder: "stacking-verification-images",
  file: new Blob(["0".repeat(48_000)]),
  name: "payment.jpg",
  mark: "",
  keptAt: 0,
} as const;

const pictureStates: readonly [string, PictureState][] = [
  ["Nothing chosen", { phase: "none" }],
  ["Being made smaller", { phase: "preparing", name: "payment.jpg" }],
  ["On its way", { phase: "sending", draft, preview: picture, fraction: 0.42 }],
  ["Failed", { phase: "failed", draft, preview: picture, error: problem }],
  ["Sent", { phase: "sent", draft, preview: picture, proofImageUrl: pictureOf }],
];

const pictureWith = (state: PictureState): Picture => ({
  state,
  choose: async () => undefined,
  drop: nothing,
  retry: nothing,
  proofImageUrl: undefined,
});

function Segments() {
  const [value, setValue] = useState("Coin");
  return <SegmentedControl data={["Coin", "Internal"]} value={value} onChange={setValue} />;
}

function Phone(): ReactNode {
  const [value, setValue] = useState("+919876543210");
  return (
    <PhoneField
      label="Mobile number"
      value={value}
      onChange={setValue}
      onBlur={nothing}
      inputRef={nothing}
      optional
    />
  );
}

function Address({ label, value: first }: { label: string; value: string }) {
  const [value, setValue] = useState(first);
  return <AddressField label={label} value={value} onAddress={setValue} />;
}

function Gender({ error }: { error?: string }) {
  const [value, setValue] = useState<"left" | "right" | "">(error === undefined ? "left" : "");
  return (
    <Choices
      label="Team"
      options={[
        { value: "left", label: "Left", hint: "$1,500 of business" },
        { value: "right", label: "Right" },
      ]}
      value={value}
      onChange={setValue}
      error={error}
    />
  );
}

const range = { leastFc: asFc(500_0000n), mostFc: asFc(12_791_983_8_000n) };

function Amount({ label, first }: { label: string; first: string }) {
  const [value, setValue] = useState(first);
  return <FcAmountField label={label} value={value} onChange={setValue} range={range} error={undefined} />;
}

function Dollars() {
  const [value, setValue] = useState("45");
  return (
    <AmountField
      label="Others"
      unit="$"
      decimals={0}
      value={value}
      onChange={setValue}
      allowed="Multiples of $15, up to $10,000"
      isFine
    />
  );
}
