-- Whoever subscribes takes the browser over from the member before, who is found by the browser's address: without an
-- index every sign-in with push would read the subscriptions of all members. A hash, because an address may be longer
-- than an ordered index takes.
create index push_subscriptions_endpoint on push_subscriptions using hash (endpoint);
