-- What waits and what was rejected, in the order of the queues: among a million decided requests, walking to the few others
-- and counting them takes longer than everything else on the page.
create index staking_requests_waiting on staking_requests (id) where status = 'P';
create index staking_requests_rejected on staking_requests (id) where status = 'R';
create index withdrawals_rejected on withdrawals (requested_at, id) where status = 'R';
