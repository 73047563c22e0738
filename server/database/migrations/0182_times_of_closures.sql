-- Until when a closure waits and what is left of a closed account is kept, by the database's own clock and settings. The
-- function closure_note writes them, and nobody else: the times beside them come from the application, so who has its
-- login could write a closure that has waited long ago.
alter table closures add column waits_until timestamptz, add column kyc_kept_until timestamptz,
  add column tax_kept_until timestamptz;
update closures set waits_until = due_at, kyc_kept_until = kyc_until, tax_kept_until = tax_until;
