-- What operators have stopped for members: one row for each while it lasts, and as long as nobody pauses it again. The
-- operators' log keeps all of them.
create table pauses (
  what text primary key check (what in ('registration', 'staking', 'withdrawals', 'transfers', 'sign-in')),
  -- As members read it.
  because text not null check (because in ('maintenance', 'fault', 'safety', 'outside')),
  -- For the other operators.
  reason text not null check (length(reason) between 3 and 200),
  paused_by int not null references operators,
  paused_at timestamptz not null,
  until timestamptz not null check (until > paused_at)
);
grant select, insert, update, delete on pauses to fc_app, fc_web;
