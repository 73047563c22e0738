import { Input } from "@mantine/core";
import { useId, type Ref } from "react";

interface ChoiceFieldProps<Value extends string> {
  label: string;
  /** Drawn as chosen before the form's library takes over. */
  first?: Value;
  options: readonly { value: Value; label: string }[];
  /** What `register("name")` of React Hook Form gives. */
  field: {
    name: string;
    ref: Ref<HTMLInputElement>;
    onChange: (event: { target: unknown; type?: unknown }) => Promise<unknown>;
    onBlur: (event: { target: unknown; type?: unknown }) => Promise<unknown>;
  };
  error?: string | undefined;
}

/** One of a few, all in sight: radio buttons as large as the other fields. */
export function ChoiceField<Value extends string>({
  label,
  first,
  options,
  field,
  error,
}: ChoiceFieldProps<Value>) {
  const id = useId();
  return (
    <fieldset
      className="choice"
      role="radiogroup"
      aria-describedby={error && `${id}-error`}
      aria-invalid={error ? true : undefined}
      data-error={Boolean(error)}
    >
      <legend className="mantine-InputWrapper-label">{label}</legend>
      <div className="choice-options">
        {options.map((option) => (
          <label key={option.value} className="choice-option">
            <input
              type="radio"
              name={field.name}
              value={option.value}
              defaultChecked={option.value === first}
              ref={field.ref}
              onChange={(event) => void field.onChange(event)}
              onBlur={(event) => void field.onBlur(event)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && (
        <Input.Error id={`${id}-error`} size="md" className="choice-error">
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
}
