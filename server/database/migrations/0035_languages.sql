-- The language of a member's portal and mails; null until the member's browser or registration says one. The list of
-- languages stands in contract/src/languages.ts.
alter table members add column language text check (language ~ '^[a-z]{2}$');
-- The language of the page on which a message was written: an answer to a typed address, which may be anybody's, has
-- no member's setting to follow.
alter table support_records add column language text not null default 'en' check (language ~ '^[a-z]{2}$');
