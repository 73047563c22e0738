import { Textarea, type TextareaProps } from "@mantine/core";

/** Apart from the other fields, because the login and the registration do without its code. */
export function LongTextField(props: TextareaProps & { label: string }) {
  return <Textarea rows={5} {...props} />;
}
