import { consoleSettingHistory, consoleSettings } from "@fc/contract/settings/console";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

export const settingsKey = ["console-settings"] as const;

export const settingsQuery = queryOptions({
  queryKey: [...settingsKey, "all"],
  queryFn: async () => (await call(consoleSettings)).data,
});
export type SettingsInForce = Awaited<ReturnType<NonNullable<typeof settingsQuery.queryFn>>>;

export function settingHistoryQuery(setting: string) {
  return queryOptions({
    queryKey: [...settingsKey, "history", setting],
    queryFn: () => call(consoleSettingHistory, { query: { setting, size: 100 } }),
  });
}
