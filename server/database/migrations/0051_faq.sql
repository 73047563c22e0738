-- Questions that operators answer once for everybody. Each text has an entry for every language, by its code.
create table faq_entries (
  id int generated always as identity primary key,
  question jsonb not null,
  answer jsonb not null,
  is_published boolean not null,
  -- Its place on the page, from the top. An order is written for all entries at once, so a place is free for a moment.
  position int not null unique deferrable initially deferred,
  -- Counts changes: whoever changes an entry tells which one the page has seen.
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by int not null references operators
);
grant select, insert, update on faq_entries to fc_app;
