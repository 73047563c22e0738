import type { ReactNode, Ref } from "react";

interface FormProps {
  onSubmit: (form: HTMLFormElement) => void;
  className?: string;
  /** What is entered is kept as a draft, so that leaving the page loses nothing. */
  isKept?: boolean;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
}

/** The browser neither validates nor sends it: our own messages are beside the fields. */
export function Form({ onSubmit, className = "stack", isKept = false, ref, children }: FormProps) {
  return (
    <form
      className={className}
      noValidate
      data-kept={isKept || undefined}
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
