import type { ReactNode, Ref } from "react";

interface FormProps {
  onSubmit: (form: HTMLFormElement) => void;
  className?: string;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
}

/** Neither checked nor sent by the browser: problems are told in our words, in their places. */
export function Form({ onSubmit, className = "stack", ref, children }: FormProps) {
  return (
    <form
      className={className}
      noValidate
      ref={ref}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    >
      {children}
    </form>
  );
}
