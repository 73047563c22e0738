/** Changes of the schema that look correct but lose money. The soak test must notice each of them. */
export const mutants = {
  /**
   * Balances are read and then written without a lock. A pause lies in between: on a fast machine two transactions
   * would often not meet there within a short run.
   */
  readThenWrite: `
    create or replace function ledger_lock(ids bigint[]) returns table (account_id bigint, account_balance bigint)
    language sql security definer set search_path = pg_catalog, public, pg_temp as $$
      select id, balance from ledger_accounts where id = any (ids)
    $$;
    create or replace function ledger_apply() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      line record;
      held bigint;
    begin
      for line in
        select * from (select debit_id as id, -amount as change from lines union all select credit_id, amount from lines)
        as change where id > 16 order by id
      loop
        select balance into held from ledger_accounts where id = line.id;
        perform pg_sleep(0.02);
        insert into ledger_accounts (id, balance, change) values (line.id, coalesce(held, 0) + line.change, 0)
        on conflict (id) do update set balance = excluded.balance;
      end loop;
      return null;
    end $$`,
  /** Every request counts as new, as if it had no key, and its code works more than once. */
  withoutIdempotency: `
    create function mutant_forget_key() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      update idempotency_keys set key = gen_random_uuid() where member_id = new.member_id and key = new.key;
      return null;
    end $$;
    create trigger mutant after insert on idempotency_keys for each row execute function mutant_forget_key();
    alter table ledger_entries drop constraint ledger_entries_key;
    create function mutant_keep_code() returns trigger language plpgsql as $$
    begin
      new.closed_at := null;
      new.consumed_at := null;
      return new;
    end $$;
    create trigger mutant before update on otp_grants for each row when (new.consumed_at is not null)
      execute function mutant_keep_code()`,
};
