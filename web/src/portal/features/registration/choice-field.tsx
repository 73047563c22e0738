import type { ComponentProps, Ref } from "react";
import { Radios } from "../../../ui/money/choices.tsx";

interface ChoiceFieldProps<Value extends string> extends Omit<ComponentProps<typeof Radios<Value>>, "radio"> {
  /** Drawn as chosen before the form's library takes over. */
  first?: Value;
  /** What `register("name")` of React Hook Form gives. */
  field: {
    name: string;
    ref: Ref<HTMLInputElement>;
    onChange: (event: { target: unknown; type?: unknown }) => Promise<unknown>;
    onBlur: (event: { target: unknown; type?: unknown }) => Promise<unknown>;
  };
}

export function ChoiceField<Value extends string>({ first, field, ...props }: ChoiceFieldProps<Value>) {
  return (
    <Radios
      {...props}
      radio={(value) => ({
        name: field.name,
        ref: field.ref,
        defaultChecked: value === first,
        onChange: (event) => void field.onChange(event),
        onBlur: (event) => void field.onBlur(event),
      })}
    />
  );
}
