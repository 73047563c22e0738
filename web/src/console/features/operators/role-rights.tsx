import { operatorRights, operatorRoles, type OperatorRole } from "@fc/contract/operator-access";
import { CheckIcon, CloseIcon } from "../../../ui/icons/icons.tsx";

/** What a role may and may not do, from the table by which the server refuses calls. */
export function RoleRights({ role }: { role: OperatorRole }) {
  const rights = Object.values(operatorRights);
  const isHeld = ({ operators }: { operators: readonly OperatorRole[] }) => operators.includes(role);
  const held = rights.filter(isHeld);
  const missing = rights.filter((right) => !isHeld(right));
  return (
    <div className="role-rights" role="status" aria-label={`Rights of a ${role}`}>
      <p className="small">
        <strong>With the role {role} one may</strong>
      </p>
      <ul className="plain-list small">
        {held.map(({ label }) => (
          <li key={label} data-held>
            <CheckIcon />
            {label}
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <>
          <p className="small">
            <strong>and may not</strong>
          </p>
          <ul className="plain-list small dimmed">
            {missing.map(({ label }) => (
              <li key={label}>
                <CloseIcon />
                {label}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

export function isRole(text: string): text is OperatorRole {
  return operatorRoles.some((role) => role === text);
}
