import { useT } from "../../../lib/i18n.ts";
import { FitIcon, MinusIcon, PlusIcon } from "../../../ui/icons/screen-icons.tsx";
import "./zoom-tools.css";

export function ZoomTools({ onZoom, onFit }: { onZoom: (factor: number) => void; onFit: () => void }) {
  const t = useT();
  const tools = [
    { label: t("Zoom in"), icon: PlusIcon, act: () => onZoom(1.4) },
    { label: t("Zoom out"), icon: MinusIcon, act: () => onZoom(1 / 1.4) },
    { label: t("Fit to the screen"), icon: FitIcon, act: onFit },
  ];
  return (
    <div className="zoom-tools floating" role="group" aria-label={t("Zoom")}>
      {tools.map(({ label, icon: Icon, act }) => (
        <button
          type="button"
          className="icon-button"
          key={label}
          aria-label={label}
          title={label}
          onClick={act}
        >
          <Icon />
        </button>
      ))}
    </div>
  );
}
