/** Keeps what mails say, because the worker empties a mail as soon as it is sent. */
export const keepMails = `
  create table soak_mails (
    id bigint generated always as identity primary key, recipient text, subject text, code text, amount text
  );
  create function soak_keep_mail() returns trigger language plpgsql security definer as $$
  begin
    insert into soak_mails (recipient, subject, code, amount) values (
      new.recipient, new.subject,
      substring(new.content::text from '"code":"(\\d{6})"'),
      substring(new.content::text from '"label":"(?:Amount|Coins)","value":"([^"]+)"')
    );
    return null;
  end $$;
  create trigger soak_keep_mail after insert on mails for each row execute function soak_keep_mail()`;

export const newestCode =
  "select code from soak_mails where recipient = $1 and code is not null order by id desc limit 1";
