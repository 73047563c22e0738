export const todayKey = ["console-today"] as const;
