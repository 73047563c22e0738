import { consoleCreditReason } from "@fc/contract/members/console-history";
import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { call } from "../../lib/api/api.ts";
import { lazyComponent } from "../../lib/lazy/lazy-component.ts";

const WhyDialog = lazyComponent(() => import("../../ui/why/why-dialog.tsx"));

interface CreditWhyProps {
  /** Of the member whose credit it is. */
  refId: string;
  transID: string;
  onClose: () => void;
}

/** The member's own "Why this amount?", for an operator. */
export function CreditWhy({ refId, transID, onClose }: CreditWhyProps) {
  return (
    <Suspense>
      <WhyDialog
        credit={`${refId}/${transID}`}
        load={async () => (await call(consoleCreditReason, { params: { refId, transID } })).data}
        onClose={onClose}
        source={SourceLink}
      />
    </Suspense>
  );
}

function SourceLink({ refId }: { refId: string }) {
  const page: string = `/members/${refId}`;
  return (
    <Anchor component={Link} to={page}>
      Open {refId}, whose stake gave the bonus
    </Anchor>
  );
}
