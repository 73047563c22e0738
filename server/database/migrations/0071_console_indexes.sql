-- What the console's tables are sorted and narrowed by, so that their first page is read off an index at a million members.
create index staking_requests_requested on staking_requests (requested_at, id);
create index staking_requests_amount on staking_requests (amount_usd_cents, id);
create index staking_requests_decided on staking_requests (decided_at, id);
-- What is not decided comes last in both directions, which one index cannot do.
create index staking_requests_decided_last on staking_requests (decided_at desc nulls last, id desc);

create index withdrawals_requested on withdrawals (requested_at, id);
create index withdrawals_amount on withdrawals (amount_fc, id);
create index withdrawals_decided on withdrawals (decided_at, id);
create index withdrawals_decided_last on withdrawals (decided_at desc nulls last, id desc);

create index kyc_cases_submitted on kyc_cases (submitted_at, id);

create index support_records_created on support_records (created_at, id);
create index support_records_not_closed on support_records (assigned_to, status, waiting_since) where status <> 'closed';

-- Every sign-in of a member, also of sessions that are over.
create index sessions_of_member on sessions (member_id, created_at desc) where looking_operator_id is null;

-- The totals of a quarter are added up off the index.
create index tax_deductions_quarter on tax_deductions (taken_at, id) include (base_fc, base_paise, tax_fc, tax_paise);
drop index tax_deductions_taken;
