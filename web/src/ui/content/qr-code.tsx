import { qrPath } from "../../lib/qr-path.ts";
import "./qr-code.css";

/** Dark on white in either colour scheme: many readers know no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = qrPath(text);
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
