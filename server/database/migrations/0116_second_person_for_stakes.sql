-- The first of two operators who approve a large staking request, as for a large withdrawal.
alter table staking_requests add column confirmed_by int references operators;
alter table staking_requests add column confirmed_at timestamptz;

-- The coins that undoing a stake gave back, where one operator alone had said that its payment arrived. They are in the
-- staking wallet and stay there until another operator has agreed. Null: not held.
alter table stakes add column refund_held_fc bigint check (refund_held_fc > 0);
alter table stakes add column refund_released_by int references operators;
alter table stakes add column refund_released_at timestamptz;
alter table stakes add constraint stakes_refund check (
  (refund_held_fc is null or is_undone)
  and (refund_released_at is null or refund_held_fc is not null)
  and (refund_released_at is null) = (refund_released_by is null));
create index stakes_refund_held on stakes (member_id) where refund_held_fc is not null and refund_released_at is null;
