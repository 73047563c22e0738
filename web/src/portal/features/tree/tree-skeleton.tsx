import { Skeleton } from "@mantine/core";
import { useT } from "../../../lib/i18n.ts";
import { boxHeight, boxWidth } from "./layout.ts";
import "./tree-skeleton.css";

/** The first levels in outline, where they will be. */
export function TreeSkeleton() {
  const t = useT();
  return (
    <div className="tree-skeleton" role="status" aria-label={t("Loading...")}>
      {[1, 2, 4].map((count) => (
        <div key={count}>
          {Array.from({ length: count }, (_, at) => (
            <Skeleton key={at} width={boxWidth} height={boxHeight} radius={14} />
          ))}
        </div>
      ))}
    </div>
  );
}
