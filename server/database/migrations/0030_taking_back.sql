-- A member can take back what is still pending. It counts as rejected, and nobody decided it.
alter table withdrawals
  add column is_cancelled boolean not null default false,
  -- An operator took the address to pay it: from then on it cannot be taken back, or it would be paid and returned.
  add column paying_since timestamptz,
  add column paying_by int references operators,
  add check (not is_cancelled or (status = 'R' and decided_by is null));
alter table staking_requests
  add column is_cancelled boolean not null default false,
  add check (not is_cancelled or (status = 'R' and decided_by is null));
