import { Button, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { IconComponent } from "../icons/icons.tsx";

interface EmptyStateProps {
  icon: IconComponent;
  children: string;
  /** What would be here. */
  hint?: string;
  /** Where to do what fills it; without one there is nothing that the reader could do. */
  act?: { to: string; label: string };
}

export function EmptyState({ icon: Icon, children, hint, act }: EmptyStateProps) {
  return (
    <div className="state">
      <Icon />
      <p>{children}</p>
      {hint !== undefined && (
        <Text size="sm" maw="26rem" mt={-8}>
          {hint}
        </Text>
      )}
      {act && (
        <Button component={Link} to={act.to} variant="default">
          {act.label}
        </Button>
      )}
    </div>
  );
}
