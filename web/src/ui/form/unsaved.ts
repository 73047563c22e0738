type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The fields that were used since the last save, with what they said before. */
const before = new Map<Field, string>();

/**
 * What was entered on this page and not saved yet. It looks at the fields themselves, so that every form has it.
 * Searches are left out, and so are forms that keep a draft (`data-kept`): nothing of theirs is lost.
 */
export const unsaved = {
  isThere(): boolean {
    return [...before].some(([field, was]) => field.isConnected && valueOf(field) !== was);
  },
  /** After a change was made, or once it is clear that what was entered may go. */
  forget(): void {
    before.clear();
    removeEventListener("beforeunload", warn);
  },
  /** Returns a function that ends it. */
  watch(): () => void {
    document.addEventListener("focusin", noteFocus);
    document.addEventListener("input", noteInput);
    return () => {
      document.removeEventListener("focusin", noteFocus);
      document.removeEventListener("input", noteInput);
      unsaved.forget();
    };
  },
};

function noteFocus({ target }: Event): void {
  if (isEntry(target) && !before.has(target)) before.set(target, valueOf(target));
}

function noteInput({ target }: Event): void {
  if (!isEntry(target)) return;
  // Some browsers give a box that is tapped no focus, and a field that was emptied by a save keeps it.
  if (!before.has(target)) before.set(target, "");
  // Not from the start: a page that might ask is not kept for the way back.
  addEventListener("beforeunload", warn);
}

function warn(event: BeforeUnloadEvent): void {
  if (unsaved.isThere()) event.preventDefault();
}

function isEntry(target: EventTarget | null): target is Field {
  return (
    target instanceof Element &&
    target.matches("form :is(input:not([type=search], [type=file]), select, textarea)") &&
    target.closest("search, [data-kept]") === null
  );
}

function valueOf(field: Field): string {
  const isBox = field.type === "checkbox" || field.type === "radio";
  return isBox && "checked" in field ? String(field.checked) : field.value;
}
