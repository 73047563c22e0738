import { useRef, useState, type SubmitEvent } from "react";
import { useForm, type Resolver } from "react-hook-form";
import { ApiError } from "../../../lib/api/api.ts";
import { fieldOf, type RegistrationForm, type RegistrationProblems } from "./registration-form.ts";

interface RegistrationFormOptions {
  first: RegistrationForm;
  /** By the rules that browser and server share. */
  problemsOf: (form: RegistrationForm) => RegistrationProblems;
  /** Sends it; what it throws is shown at its field, or at the form. */
  send: (form: RegistrationForm, refuse: Refuse) => Promise<void>;
}
type Refuse = (field: keyof RegistrationForm, message: string) => void;

/** A form with a registration's details, which is sent once however often it is tapped. */
export function useRegistrationForm({ first, problemsOf, send }: RegistrationFormOptions) {
  const [problem, setProblem] = useState<unknown>();
  const running = useRef(false);
  const resolver: Resolver<RegistrationForm> = (values) => {
    const fields = Object.entries(problemsOf(values)).map(
      ([field, message]) => [field, { type: "rule", message }] as const,
    );
    return fields.length > 0 ? { values: {}, errors: Object.fromEntries(fields) } : { values, errors: {} };
  };
  const form = useForm<RegistrationForm>({ defaultValues: first, resolver });
  const refuse: Refuse = (field, message) =>
    form.setError(field, { type: "server", message }, { shouldFocus: true });

  const submit = form.handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      await send(values, refuse);
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
      const known = fields.map(([name, message]) => [fieldOf(name), message] as const);
      for (const [field, message] of known) if (field) refuse(field, message);
      if (known.length === 0 || known.some(([field]) => !field)) setProblem(error);
    }
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    // A second tap may come before the button says Loading.
    if (running.current) return;
    running.current = true;
    void submit(event).finally(() => (running.current = false));
  };
  return { form, problem, onSubmit };
}
