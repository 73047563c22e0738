-- A company without members closes nothing: its first day moves on, so that another company can still move in.
grant update (first_day) on closings_begin to fc_app;
