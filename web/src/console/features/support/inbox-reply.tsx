import { longestSupportText, type SupportDetail } from "@fc/contract/support/console";
import { Flex, NativeSelect, Textarea } from "@mantine/core";
import { useState, type Ref } from "react";
import { Note } from "../../../ui/feedback/note.tsx";
import { CannedTextChoice } from "../../canned-texts/canned-texts.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";

export interface Reply {
  text: string;
  to: "member" | "typed";
}

interface ReplyFormProps {
  ref: Ref<HTMLTextAreaElement>;
  message: SupportDetail;
  text: string;
  onText: (text: string) => void;
  onReply: (reply: Reply) => void;
}

/** Answers by mail, and in the portal where the member wrote it there. The member's own address is offered first, because anybody may have typed the other one. */
export function ReplyForm({ ref, message, text, onText, onReply }: ReplyFormProps) {
  const { addresses, member, isSignedIn } = message;
  const choices = [
    ...(addresses.member === null
      ? []
      : [{ value: "member", label: `${addresses.member} (${member?.name ?? "the member"})` }]),
    ...(addresses.typed === null || addresses.typed === addresses.member
      ? []
      : [{ value: "typed", label: `${addresses.typed} (typed by the sender)` }]),
  ];
  const [chosen, setChosen] = useState<string>();
  const [missing, setMissing] = useState(false);
  const to = chosen ?? choices[0]?.value;
  if (to === undefined) {
    return <Note>There is no address to answer to: nobody has this user ID, and no e-mail was typed.</Note>;
  }
  return (
    <Flex
      component="form"
      direction="column"
      gap="md"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === "") return setMissing(true);
        setMissing(false);
        onReply({ text: text.trim(), to: to === "typed" ? "typed" : "member" });
      }}
    >
      <CannedTextChoice
        kind="reply"
        facts={{ name: member?.name ?? message.refId, reference: message.reference }}
        onChoose={(words) => onText(text.trim() === "" ? words : `${text}\n\n${words}`)}
      />
      <Textarea
        ref={ref}
        label="Answer"
        description={
          isSignedIn
            ? "Shown in the member's portal and sent by mail. Ctrl and Enter send it."
            : "Sent by mail, with the reference and the question. Ctrl and Enter send it."
        }
        rows={5}
        maxLength={longestSupportText}
        value={text}
        error={missing && text.trim() === "" ? "Please write something" : undefined}
        onChange={({ currentTarget: { value } }) => onText(value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      <NativeSelect
        label="To"
        data={choices}
        value={to}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      {to === "typed" && member !== null && (
        <Note tone="bad">
          This is not the address that we know of {member.name}. Write nothing about the account.
        </Note>
      )}
      <SubmitButton busy={false}>Send the answer</SubmitButton>
    </Flex>
  );
}
