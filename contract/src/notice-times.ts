/** How long the specification shows these messages on the screen. */
export const noticeMs = { otpSent: 1000, supportSent: 2000, changeConfirmed: 3000, copied: 1000 } as const;
