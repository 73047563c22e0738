/** The middle of a business day. */
export const noon = (day: string) => new Date(`${day}T12:00:00+05:30`);
