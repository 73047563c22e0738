const leaveOut = `create function mutant_leave_out() returns trigger language plpgsql as $$
  begin
    return null;
  end $$;`;

interface Mutant {
  /** What is wrong with it. */
  name: string;
  sql: string;
  /** How many it takes until two of them meet. */
  operations?: number;
  /** One of the problems that the soak test must then find. */
  problem: RegExp;
}

/** Changes of the schema that look correct but lose money or news of it. The soak test must notice each of them. */
export const mutants: readonly Mutant[] = [
  {
    name: "a balance is read and then written, without a lock",
    // With 64 it was missed once on a busy machine, where operations rarely meet.
    operations: 320,
    problem: /^-?\d+ units of \d+ are lost or invented$/,
    sql: `
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
        insert into ledger_accounts (id, balance, change) values (line.id, coalesce(held, 0) + line.change, 0)
        on conflict (id) do update set balance = excluded.balance;
      end loop;
      return null;
    end $$`,
  },
  {
    name: "every request counts as new, as if it had no key, and its code works more than once",
    operations: 64,
    problem: /should have happened at most \d+ times/,
    sql: `
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
  },
  {
    name: "the receiver of a transfer gets no mail",
    problem: /^the mail "You received a transfer" of .* was written 0 times, not 1$/,
    sql: `${leaveOut} create trigger mutant before insert on mails for each row
      when (new.subject = 'You received a transfer') execute function mutant_leave_out()`,
  },
  {
    name: "the receiver of a transfer is not notified",
    problem: /^member \d+ was not notified of transfer/,
    sql: `${leaveOut} create trigger mutant before insert on notifications for each row
      execute function mutant_leave_out()`,
  },
  {
    name: "a stake is recorded as another one",
    problem: /^stake_from_transfer was acknowledged as TU-\w+, which is no such record$/,
    sql: `create function mutant_other_stake() returns trigger language plpgsql as $$
      begin
        new.principal_fc := new.principal_fc + 1;
        return new;
      end $$;
      create trigger mutant before insert on stakes for each row execute function mutant_other_stake()`,
  },
];
