-- When a closure was written, by the database's own clock. The application may not set it, so nobody who has its login
-- can erase a member's records at once by writing a closure that is due already.
alter table closures add column noted_at timestamptz not null default now();
update closures set noted_at = asked_at;
revoke insert on closures from fc_app;
grant insert (id, member_id, asked_at, due_at, taken_back_at, left_fc, locked_fc, closed_at, erased_at, kyc_until,
  kyc_erased_at, tax_until, tax_erased_at, last_mail_id) on closures to fc_app;
