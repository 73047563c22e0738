-- The role of the nodes that answer requests. `fc_app` is the worker's: it writes what is paid over the chain, and a
-- request reaches those tables only through functions that check what they are given.
do $$
begin
  if not exists (select from pg_roles where rolname = 'fc_web') then
    create role fc_web nologin;
  end if;
exception
  -- Two databases of one cluster being migrated at once: the other was first.
  when duplicate_object or unique_violation then null;
end
$$;
grant fc_web to current_user;
grant usage on schema public to fc_web;
