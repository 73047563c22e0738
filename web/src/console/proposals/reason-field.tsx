import { Textarea } from "@mantine/core";

interface ReasonFieldProps {
  value: string;
  onTyped: (reason: string) => void;
  /** Where somebody else reads it than the second person. */
  label?: string;
  description?: string;
}

const whatHappens =
  "This takes two people: all admins are told by mail, and it counts once another one confirms it. Until a second admin has signed in, it counts at once.";

/** For what takes two people: why it should be done. */
export function ReasonField({
  value,
  onTyped,
  label = "Reason, for the second person",
  description = whatHappens,
}: ReasonFieldProps) {
  return (
    <Textarea
      label={label}
      description={description}
      rows={2}
      maxLength={200}
      value={value}
      onChange={({ currentTarget }) => onTyped(currentTarget.value)}
    />
  );
}

/** As it is sent: nothing where nothing was typed. */
export const reasonIn = (typed: string) => (typed.trim() === "" ? {} : { reason: typed.trim() });
