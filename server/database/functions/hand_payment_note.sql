-- revision 2
-- Notes a withdrawal that a person says to have paid, to be looked up on the chain. Another transaction is looked up
-- again from the beginning.
create or replace function hand_payment_note() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into hand_payments as noted (withdrawal_id, transaction_id, noted_at, next_at)
  values (new.id, new.transaction_id, now(), 'epoch')
  on conflict (withdrawal_id) do update
    set transaction_id = excluded.transaction_id, noted_at = excluded.noted_at, next_at = excluded.next_at,
      state = null, doubt = null, looked_since = null
    where noted.transaction_id is distinct from excluded.transaction_id;
  return null;
end
$$;
revoke all on function hand_payment_note() from public;
-- What has no address is not sent.
create or replace trigger hand_payment_note after insert or update of status, transaction_id on withdrawals
for each row when (new.status = 'A' and not new.is_handed_over and new.address is not null)
execute function hand_payment_note();
