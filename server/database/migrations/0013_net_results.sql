-- What members put in and took out, over all of them: measured once a day, since a million members are too many to
-- be asked for each time that somebody looks.
create table net_results (
  -- India's day on which it was measured.
  day date primary key,
  members int not null,
  -- Of these, who put in anything; and of those, who took out anything.
  put_in_members int not null,
  took_out_members int not null,
  -- The middle one of all who put in anything: what it took out less what it put in, and that as a share of what
  -- it put in. Null while nobody has.
  median_net_fc bigint,
  median_net_basis_points int,
  -- How many have taken out how much of what they put in, as contract/src/transparency.ts has the bands.
  bands int[] not null,
  measured_at timestamptz not null
);
grant select, insert on net_results to fc_app;
