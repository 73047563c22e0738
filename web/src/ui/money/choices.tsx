import { Input } from "@mantine/core";
import { useId, type ComponentProps, type ReactNode } from "react";
import "./choices.css";

interface RadiosProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; hint?: ReactNode }[];
  /** What makes the browser's radio button of this option controlled, or part of a form. */
  radio: (value: Value) => ComponentProps<"input">;
  error?: string | undefined;
}

/** One of a few, all in sight: the browser's radio buttons, as large as the other fields. */
export function Radios<Value extends string>({ label, options, radio, error }: RadiosProps<Value>) {
  const id = useId();
  return (
    <Input.Wrapper
      id={id}
      role="radiogroup"
      labelElement="div"
      label={label}
      labelProps={{ id: `${id}-label` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
      aria-labelledby={`${id}-label`}
      aria-describedby={error && `${id}-error`}
      aria-invalid={error ? true : undefined}
    >
      <div className="choices" data-error={Boolean(error)}>
        {options.map((option) => (
          <label key={option.value} className="choice">
            <input {...radio(option.value)} type="radio" value={option.value} />
            <span>
              {option.label}
              {option.hint !== undefined && <span className="choice-hint">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </Input.Wrapper>
  );
}

interface ChoicesProps<Value extends string> extends Omit<RadiosProps<Value>, "radio"> {
  value: Value | "";
  onChange: (value: Value) => void;
}

/** A choice between a few options, each shown with its explanation. */
export function Choices<Value extends string>({ value, onChange, ...props }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <Radios
      {...props}
      radio={(each) => ({ name, checked: each === value, onChange: () => onChange(each) })}
    />
  );
}
