import type { IconComponent } from "../icons/icons.tsx";

export function EmptyState({ icon: Icon, children }: { icon: IconComponent; children: string }) {
  return (
    <div className="state">
      <Icon />
      <p>{children}</p>
    </div>
  );
}
