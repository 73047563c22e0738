import type { ReactNode, Ref } from "react";

interface FormProps {
  onSubmit: (form: HTMLFormElement) => void;
  className?: string;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
}

/** The browser neither validates nor sends it: our own messages are beside the fields. */
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
