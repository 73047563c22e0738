import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { toast } from "../feedback/toasts.tsx";
import { useSubmit } from "./use-submit.ts";

/**
 * A form that changes data of loaded queries. They are reloaded before `onDone`, also when the change was refused:
 * somebody else may have changed the data first.
 */
export function useChange<Args extends unknown[], Result>(
  queryKey: QueryKey,
  work: (...args: Args) => Promise<Result>,
  onDone?: (result: Result) => void,
) {
  const queries = useQueryClient();
  return useSubmit(async (...args: Args) => {
    let result: Result;
    try {
      result = await work(...args);
    } finally {
      await queries.invalidateQueries({ queryKey });
    }
    onDone?.(result);
  });
}

/** The same for a button without a form: `work` returns the notice to show, and a failure is shown as a notice too. */
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
