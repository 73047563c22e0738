import { CopyButton } from "../../../ui/content/copy-button.tsx";

/** They are shown this once; each works once in place of the app's code. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <ol className="operator-codes unit-id">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <CopyButton text={codes.join("\n")} label="Copy the recovery codes" />
    </>
  );
}
