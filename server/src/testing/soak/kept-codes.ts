/** Keeps the codes for the clients, because the worker empties a mail as soon as it is sent. */
export const keepCodes = `
  create table soak_codes (id bigint generated always as identity primary key, recipient text, code text);
  create function soak_keep_code() returns trigger language plpgsql security definer as $$
  begin
    insert into soak_codes (recipient, code) values (new.recipient, substring(new.content::text from '"code":"(\\d{6})"'));
    return null;
  end $$;
  create trigger soak_keep_code after insert on mails for each row
    when (new.subject like 'Your FC Portal code:%') execute function soak_keep_code()`;

export const newestCode = "select code from soak_codes where recipient = $1 order by id desc limit 1";
