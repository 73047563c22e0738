import { pauses } from "@fc/contract/pauses/portal";
import { useLingui } from "@lingui/react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { call } from "../lib/api/api.ts";
import { useT } from "../lib/i18n.ts";
import { pauseText } from "../lib/labels/pause-text.ts";
import { barsId } from "../ui/feedback/offline-banner.tsx";
import "./pause-bar.css";

/** Above every page of a visitor, while the company that moved in is not open yet. Nobody is signed in then. */
export default function MovingBar() {
  const t = useT();
  const { i18n } = useLingui();
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    const look = async () => {
      const { data } = await call(pauses);
      setMoving(data.some(({ because }) => because === "moving"));
    };
    // Without an answer nothing is shown here: the form tells those who try to sign in.
    look().catch(() => undefined);
  }, []);
  const bars = document.getElementById(barsId);
  if (!bars || !isMoving) return null;
  return createPortal(<p className="pause-bar">{pauseText(t, moving, i18n.locale)}</p>, bars);
}

const moving = { what: "sign-in", because: "moving", until: null } as const;
