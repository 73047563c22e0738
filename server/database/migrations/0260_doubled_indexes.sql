-- What these find another index finds as well: the primary key backwards, one that begins with the same column, and the
-- unique constraint of the same column.
drop index payment_imports_at;
drop index support_records_ref_id;
drop index stakes_reversal;
