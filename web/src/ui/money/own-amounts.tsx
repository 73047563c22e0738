import { ActionIcon, Button, VisuallyHidden } from "@mantine/core";
import { createContext, use, useState, useSyncExternalStore, type ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { localStore } from "../../lib/storage.ts";
import { EyeIcon, EyeOffIcon } from "../icons/icons.tsx";

/**
 * Whether the member hides their amounts on this device, from people who look over their shoulder. Everything that
 * says what the member has, earns or moved follows it: `OwnAmount` in markup, `useOwnText` in sentences. Shown all
 * the same is what nobody sees by chance: an amount that is being typed and its review, a receipt, a statement, and
 * the calculation behind "Why this amount?".
 */
const hiddenKey = "fcAmountsHidden";
const changed = new EventTarget();

function subscribe(listener: () => void): () => void {
  changed.addEventListener("change", listener);
  // Another tab.
  addEventListener("storage", listener);
  return () => {
    changed.removeEventListener("change", listener);
    removeEventListener("storage", listener);
  };
}

const readHidden = () => localStore.read(hiddenKey) === "1";

function hideAmounts(isHidden: boolean): void {
  if (isHidden) localStore.write(hiddenKey, "1");
  else localStore.remove(hiddenKey);
  changed.dispatchEvent(new Event("change"));
}

/** Nothing is hidden outside the portal: operators work with the same parts. */
const AmountsHidden = createContext(false);

export function useAmountsHidden(): boolean {
  return use(AmountsHidden);
}

/** Around the portal. Says a change of the choice to screen readers, which do not see the figures go. */
export function OwnAmounts({ children }: { children: ReactNode }) {
  const t = useT();
  const isHidden = useSyncExternalStore(subscribe, readHidden, () => false);
  const [first] = useState(isHidden);
  const [isChanged, setChanged] = useState(false);
  if (isHidden !== first && !isChanged) setChanged(true);
  return (
    <AmountsHidden value={isHidden}>
      {children}
      <VisuallyHidden role="status">
        {isChanged && (isHidden ? t("Amounts are hidden") : t("Amounts are shown"))}
      </VisuallyHidden>
    </AmountsHidden>
  );
}

/** As many for every amount: their number must not say how large it is. */
const dots = "••••";

/** Inside a sentence: the amount, or dots. */
export function useOwnText(): (amount: string) => string {
  const isHidden = useAmountsHidden();
  return (amount) => (isHidden ? dots : amount);
}

/** An amount of the member's own, or dots while amounts are hidden. */
export function OwnAmount({ children }: { children: ReactNode }) {
  const t = useT();
  if (!useAmountsHidden()) return children;
  return (
    <>
      <span aria-hidden="true">{dots}</span>
      <VisuallyHidden component="span">{t("hidden")}</VisuallyHidden>
    </>
  );
}

/** The eye: hides the amounts on all screens, and shows them again. */
export function HideAmounts({ withLabel = false }: { withLabel?: boolean }) {
  const t = useT();
  const isHidden = useAmountsHidden();
  const label = isHidden ? t("Show amounts") : t("Hide amounts");
  const icon = isHidden ? <EyeOffIcon /> : <EyeIcon />;
  if (withLabel) {
    return (
      <Button variant="default" size="sm" leftSection={icon} onClick={() => hideAmounts(!isHidden)}>
        {label}
      </Button>
    );
  }
  return (
    <ActionIcon
      variant="transparent"
      c="inherit"
      size={44}
      aria-label={label}
      title={label}
      onClick={() => hideAmounts(!isHidden)}
    >
      {icon}
    </ActionIcon>
  );
}
