-- revision 1
-- Refuses a change to everybody, the owner included: a mistake is corrected by an entry that reverses it.
create or replace function ledger_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger grows by posting only: % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;
revoke all on function ledger_refuse() from public;
