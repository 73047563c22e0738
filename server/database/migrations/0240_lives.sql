-- The states of money requests take only the steps of life_steps(). The function's text is in functions/life_check.sql.
create function life_check() returns trigger language plpgsql as $$ begin return new; end $$;

create trigger life_check before update of status on staking_requests
  for each row when (old.status is distinct from new.status) execute function life_check('status');
create trigger life_check before update of status on withdrawals
  for each row when (old.status is distinct from new.status) execute function life_check('status');
create trigger life_check before update of state on chain_payouts
  for each row when (old.state is distinct from new.state) execute function life_check('state');
