import { isIfsc } from "@fc/contract/bank/portal";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ifscQuery } from "./queries.ts";

type State = "none" | "asking" | "found" | "new branch" | "unknown" | "failed";

interface Found {
  bankName: string;
  branch: string;
}

/** Asks whom a typed code belongs to, as soon as it can be one. Only the newest answer counts. */
export function useIfsc(onFound: (found: Found) => void) {
  const queries = useQueryClient();
  const [state, setState] = useState<State>("none");
  const newest = useRef("");

  async function ask(code: string): Promise<void> {
    newest.current = code;
    onFound({ bankName: "", branch: "" });
    if (!isIfsc(code)) return setState("none");
    setState("asking");
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
  return { state, ask, again: () => void ask(newest.current) };
}
