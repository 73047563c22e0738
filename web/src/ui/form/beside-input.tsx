import type { ReactNode } from "react";

/** For a field's `inputContainer`: a button beside the input itself, whatever is above and below it. */
export function besideInput(button: ReactNode) {
  return (input: ReactNode) => (
    <div className="row" style={{ flexWrap: "nowrap" }}>
      <div style={{ flex: 1, minWidth: 0 }}>{input}</div>
      {button}
    </div>
  );
}
