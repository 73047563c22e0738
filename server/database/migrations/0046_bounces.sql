-- Addresses at which our mails do not arrive. A row goes as soon as one is known to arrive.
create table bounces (
  -- In small letters.
  address text primary key check (address = lower(address)),
  -- Refused when it was sent, or returned to MAIL_BOUNCE afterwards.
  kind text not null check (kind in ('refused', 'returned')),
  -- The mail server's status, such as 5.1.1. Its own words are not kept: they often have an address in them.
  status text not null,
  since timestamptz not null,
  last_at timestamptz not null
);
grant select, insert, update, delete on bounces to fc_app;
