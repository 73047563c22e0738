import { Accounts } from "./accounts.tsx";
import { Entries } from "./entries.tsx";
import { Funding } from "./funding.tsx";
import { Verification } from "./verification.tsx";
import "./ledger.css";

export default function LedgerPage() {
  return (
    <div className="stack stack-loose">
      <div className="ledger-top">
        <Accounts />
        <div className="stack">
          <Funding />
          <Verification />
        </div>
      </div>
      <Entries />
    </div>
  );
}
