import { isIfsc } from "@fc/contract/bank/portal";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ifscQuery } from "./queries.ts";

type LookUpState = "none" | "loading" | "found" | "new branch" | "unknown" | "failed";

interface FoundBank {
  bankName: string;
  branch: string;
}

/** Looks up the bank of a typed code, as soon as it can be one. Only the newest answer counts. */
export function useIfsc(onFound: (found: FoundBank) => void) {
  const queries = useQueryClient();
  const [state, setState] = useState<LookUpState>("none");
  const newest = useRef("");

  async function lookUp(code: string): Promise<void> {
    newest.current = code;
    onFound({ bankName: "", branch: "" });
    if (!isIfsc(code)) return setState("none");
    setState("loading");
    try {
      const found = await queries.fetchQuery(ifscQuery(code));
      if (newest.current !== code) return;
      if (!found) return setState("unknown");
      onFound({ bankName: found.bankName, branch: found.branch ?? "" });
      setState(found.branch === null ? "new branch" : "found");
    } catch {
      if (newest.current === code) setState("failed");
    }
  }
  return { state, lookUp, again: () => void lookUp(newest.current) };
}
