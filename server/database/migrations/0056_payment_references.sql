-- The reference by which a bank names a payment (UTR): a member can give it with the proof, and nobody has to.
alter table staking_requests
  add column utr text,
  add constraint staking_requests_utr check (utr ~ '^[A-Z0-9]{12,22}$');
create index staking_requests_utr on staking_requests (utr) where utr is not null;
