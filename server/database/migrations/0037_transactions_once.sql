-- A coin payment settles one withdrawal. Older rows stay as they are: until now the id was a free text, and a
-- repetition among them must not stop this migration. So the index begins after the last of them.
do $$
begin
  execute format(
    'create unique index withdrawals_transaction on withdrawals (transaction_id)
      where id > %s and transaction_id ~ ''^0x[0-9a-f]{64}$''',
    (select coalesce(max(id), 0) from withdrawals));
end $$;
-- Finds an earlier use, of older rows too.
create index withdrawals_transaction_used on withdrawals (lower(transaction_id)) where transaction_id like '0x%';
