-- The plan that comes with the product is somebody else's decision until an admin of the company confirms it. One that
-- operators scheduled themselves needs no more. Where there are members, they know the plan already.
alter table plan_versions
  add column confirmed_at timestamptz,
  add column confirmed_by int references operators;
grant update (confirmed_at, confirmed_by) on plan_versions to fc_app, fc_web;
update plan_versions set confirmed_at = now() where exists (select from members);
