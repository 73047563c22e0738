import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { toast } from "../feedback/toasts.tsx";
import { useSubmit } from "./use-submit.ts";

/**
 * A form that changes what pages have read. They read again before `onDone`, also when the change was refused:
 * somebody else may have been first, and what is shown is out of date.
 */
export function useChange<Input extends unknown[], Result>(
  queryKey: QueryKey,
  work: (...input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
) {
  const queries = useQueryClient();
  return useSubmit(async (...input: Input) => {
    let result: Result;
    try {
      result = await work(...input);
    } finally {
      await queries.invalidateQueries({ queryKey });
    }
    onDone?.(result);
  });
}

/** The same for a button without a form: `work` answers with the notice to show, and a failure is one as well. */
export function useAction(queryKey: QueryKey) {
  const queries = useQueryClient();
  return async (work: () => Promise<string>): Promise<void> => {
    toast.clear();
    try {
      toast.done(await work());
    } catch (error) {
      toast.failure(error);
    }
    await queries.invalidateQueries({ queryKey });
  };
}
