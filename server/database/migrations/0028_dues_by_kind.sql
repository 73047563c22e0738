-- What each kind of reward is due on a day, as a row and not as a column, so that a new kind changes no table.
create table closing_dues (
  day date not null references closings,
  kind ledger_kind not null,
  -- Before coverage. closings.due_fc is the sum of all kinds.
  due_fc bigint not null check (due_fc >= 0),
  primary key (day, kind)
);
grant select, insert on closing_dues to fc_app;

insert into closing_dues (day, kind, due_fc)
select day, due.kind::ledger_kind, due.due_fc
from closings cross join lateral (values
  ('ros', ros_due_fc), ('direct_bonus', direct_due_fc), ('pair_matching', pair_due_fc), ('offer_reward', offer_due_fc)
) as due (kind, due_fc)
where state <> 'open';

alter table closings
  drop column ros_due_fc,
  drop column direct_due_fc,
  drop column pair_due_fc,
  drop column offer_due_fc;
alter table closings rename column reckoned_at to computed_at;
