import { List } from "@mantine/core";
import { CopyButton } from "../../../ui/content/copy-button.tsx";

/** They are shown this once; each works once in place of the app's code. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <List
        type="ordered"
        ff="monospace"
        className="unit-id operator-codes"
        style={{ columns: 2 }}
        pl="1.75rem"
      >
        {codes.map((code) => (
          <List.Item key={code}>{code}</List.Item>
        ))}
      </List>
      <CopyButton text={codes.join("\n")} label="Copy the recovery codes" />
    </>
  );
}
