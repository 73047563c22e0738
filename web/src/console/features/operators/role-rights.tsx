import { List, Stack, Text } from "@mantine/core";
import { operatorRights, operatorRoles, type OperatorRole } from "@fc/contract/operator-access";
import { CheckIcon, CloseIcon } from "../../../ui/icons/icons.tsx";

/** What a role may and may not do, from the table by which the server refuses calls. */
export function RoleRights({ role }: { role: OperatorRole }) {
  const rights = Object.values(operatorRights);
  const isHeld = ({ operators }: { operators: readonly OperatorRole[] }) => operators.includes(role);
  const held = rights.filter(isHeld);
  const missing = rights.filter((right) => !isHeld(right));
  return (
    <Stack gap="xs" role="status" aria-label={`Rights of a ${role}`}>
      <Text size="sm" fw={600}>
        With the role {role} one may
      </Text>
      <List
        size="sm"
        spacing={4}
        lh={1.4}
        center
        icon={<CheckIcon />}
        styles={{ itemIcon: { color: "var(--fc-good-text)" } }}
      >
        {held.map(({ label }) => (
          <List.Item key={label} data-held>
            {label}
          </List.Item>
        ))}
      </List>
      {missing.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            and may not
          </Text>
          <List size="sm" spacing={4} lh={1.4} center c="dimmed" icon={<CloseIcon />}>
            {missing.map(({ label }) => (
              <List.Item key={label}>{label}</List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  );
}

export function isRole(text: string): text is OperatorRole {
  return operatorRoles.some((role) => role === text);
}
