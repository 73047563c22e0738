import {
  notificationChoices,
  notifications,
  readAllNotifications,
  readNotification,
  unreadNotifications,
  type Notification,
} from "@fc/contract/notifications/portal";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { firstPage } from "../../../lib/api/first-page.ts";
import { kept } from "../../../lib/api/kept.ts";
import { toast } from "../../../ui/feedback/toasts.tsx";

const notificationsKey = (userId: number) => ["notifications", userId] as const;

const askAgainMs = 60_000;

export function unreadQuery(userId: number) {
  return queryOptions({
    queryKey: [...notificationsKey(userId), "unread"],
    meta: kept,
    queryFn: async () => (await call(unreadNotifications, { params: { userId } })).data.unread,
    // Only while somebody looks at the page.
    refetchInterval: askAgainMs,
  });
}

export function feedQuery(userId: number) {
  return infiniteQueryOptions({
    queryKey: [...notificationsKey(userId), "feed"],
    meta: kept,
    queryFn: ({ pageParam }) => call(notifications, { params: { userId }, query: { before: pageParam } }),
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

export function choicesQuery(userId: number) {
  return queryOptions({
    queryKey: [...notificationsKey(userId), "choices"],
    queryFn: async () => (await call(notificationChoices, { params: { userId } })).data,
  });
}

/** Marks one line, or all up to the newest that is shown. The page shows it at once and the server keeps it. */
export function useReading(userId: number) {
  const queries = useQueryClient();
  const mark = (isMarked: (line: Notification) => boolean) => {
    queries.setQueryData(feedQuery(userId).queryKey, (feed) =>
      feed
        ? {
            ...feed,
            pages: feed.pages.map((page) => ({
              ...page,
              data: page.data.map((line) => (isMarked(line) ? { ...line, isRead: true } : line)),
            })),
          }
        : feed,
    );
  };
  const { mutate } = useMutation({
    mutationFn: async (line: Notification | { upTo: string }) => {
      if ("upTo" in line) await call(readAllNotifications, { body: { userId, upTo: line.upTo } });
      else await call(readNotification, { body: { userId, id: line.id } });
    },
    onMutate: (line) => {
      mark((each) => ("upTo" in line ? each.at <= line.upTo : each.id === line.id));
      queries.setQueryData(unreadQuery(userId).queryKey, (unread = 0) =>
        "upTo" in line ? 0 : Math.max(0, unread - 1),
      );
    },
    onError: (error) => {
      toast.failure(error);
      void queries.invalidateQueries({ queryKey: feedQuery(userId).queryKey });
    },
    // What came meanwhile counts too.
    onSettled: () => queries.invalidateQueries({ queryKey: unreadQuery(userId).queryKey }),
  });
  return {
    read: (line: Notification) => {
      if (!line.isRead) mutate(line);
    },
    readAll: (newest: Notification) => mutate({ upTo: newest.at }),
  };
}
