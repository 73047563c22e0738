-- Why a coin address counts as its member's own. A proof is for one address, as it was set at one moment: another address,
-- or the same one set again, needs another proof. Nobody changes one.
create table coin_address_proofs (
  member_id int not null references members,
  address text not null,
  set_at timestamptz not null,
  kind text not null check (kind in ('signature', 'operators')),
  proved_at timestamptz not null,
  text text,
  signature text,
  reason text check (length(reason) between 3 and 200),
  proposed_by int references operators,
  confirmed_by int references operators,
  primary key (member_id, address, set_at),
  check (case kind
    when 'signature' then text is not null and signature is not null and reason is null
      and proposed_by is null and confirmed_by is null
    else text is null and signature is null and reason is not null
      and proposed_by is not null and confirmed_by is not null and proposed_by <> confirmed_by end)
);

grant select, insert on coin_address_proofs to fc_app, fc_web;
