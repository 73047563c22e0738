-- A name or mobile number that its member cannot correct alone: by two operators, as e-mail address and PAN.
alter table corrections drop constraint corrections_change_check;
alter table corrections add constraint corrections_change_check check (change ->> 'kind' in ('email', 'pan', 'profile'));
