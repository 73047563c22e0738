-- Which request a line of the bank pays for. A line of a rejected request is free for another one.
create table bank_payments (
  line_id int primary key references bank_lines,
  request_id int not null references staking_requests,
  -- Null where an import found the request of an exact line approved already.
  matched_by int references operators,
  matched_at timestamptz not null
);
create index bank_payments_request on bank_payments (request_id);

grant select, insert, update (request_id, matched_by, matched_at) on bank_payments to fc_app, fc_web;
