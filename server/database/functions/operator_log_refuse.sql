-- revision 1
-- Refuses a change to everybody, the owner included: the log must show what was done even to those who did it.
create or replace function operator_log_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'The log of the operators only grows' using errcode = 'insufficient_privilege';
end
$$;
revoke all on function operator_log_refuse() from public;
