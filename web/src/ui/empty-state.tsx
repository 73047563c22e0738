import type { IconComponent } from "./icons.tsx";

export function EmptyState({ icon: Icon, children }: { icon: IconComponent; children: string }) {
  return (
    <div className="state">
      <Icon />
      <p>{children}</p>
    </div>
  );
}
