import { Input } from "@mantine/core";
import { useId, type ReactNode } from "react";
import "./choices.css";

interface ChoicesProps<Value extends string> {
  label: string;
  value: Value | "";
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; hint?: ReactNode }[];
  error?: string | undefined;
}

/** A choice between a few options, each shown with its explanation. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, value, onChange, options, error } = props;
  const id = useId();
  return (
    <fieldset
      className="choices"
      role="radiogroup"
      aria-describedby={error && `${id}-error`}
      aria-invalid={error ? true : undefined}
    >
      <legend className="mantine-InputWrapper-label">{label}</legend>
      <div className="choices-options" data-error={Boolean(error)}>
        {options.map((option) => (
          <label key={option.value} className="choices-option">
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.label}
              {option.hint !== undefined && <span className="choices-hint">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <Input.Error id={`${id}-error`} size="md" className="choices-error">
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
}
