-- revision 1
-- Every step that the state of a record may take, what causes it, and who does it. life_check refuses every other
-- step, and docs/lives.md draws them.
create or replace function life_steps() returns table (record text, before text, after text, event text, by text)
language plpgsql immutable parallel safe as $$
begin
  return query values
    ('staking_requests', 'P', 'A', 'approved', 'operator'),
    ('staking_requests', 'P', 'A', 'own coins arrived', 'worker'),
    ('staking_requests', 'P', 'R', 'rejected', 'operator'),
    ('staking_requests', 'P', 'R', 'cancelled', 'member'),
    ('withdrawals', 'P', 'A', 'paid by hand', 'operator'),
    ('withdrawals', 'P', 'A', 'paid over the chain', 'worker'),
    ('withdrawals', 'P', 'R', 'rejected', 'operator'),
    ('withdrawals', 'P', 'R', 'cancelled', 'member'),
    ('chain_payouts', 'waiting', 'taken-back', 'taken back', 'operator'),
    ('chain_payouts', 'waiting', 'reserved', 'nonce given', 'worker'),
    ('chain_payouts', 'reserved', 'sent', 'sent', 'worker'),
    ('chain_payouts', 'reserved', 'in-block', 'found in a block', 'worker'),
    ('chain_payouts', 'sent', 'in-block', 'found in a block', 'worker'),
    ('chain_payouts', 'in-block', 'sent', 'block replaced', 'worker'),
    ('chain_payouts', 'reserved', 'paid', 'transfer final', 'worker'),
    ('chain_payouts', 'sent', 'paid', 'transfer final', 'worker'),
    ('chain_payouts', 'in-block', 'paid', 'transfer final', 'worker'),
    ('chain_payouts', 'reserved', 'failed', 'nonce used without a transfer', 'worker'),
    ('chain_payouts', 'sent', 'failed', 'nonce used without a transfer', 'worker'),
    ('chain_payouts', 'in-block', 'failed', 'nonce used without a transfer', 'worker');
end
$$;
revoke all on function life_steps() from public;
grant execute on function life_steps() to fc_app, fc_web;
