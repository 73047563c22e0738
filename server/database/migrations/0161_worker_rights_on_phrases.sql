-- Requests may do nothing that the worker may not.
revoke update (phrase) on mail_phrases from fc_app;
grant insert, update, delete on mail_phrases to fc_app;
