/** What operators read of a request that its member took back; members read it in their own words. */
export const cancelledLabel = "Cancelled by the member";
