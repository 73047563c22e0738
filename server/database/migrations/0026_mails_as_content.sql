-- What a mail says, without how it looks: some hundred bytes instead of some thousand, rendered by the worker that
-- sends it. Empty once it is sent or of no use any more, since it may hold a code.
alter table mails add column content json;
-- What waits is still sent, as plain paragraphs.
update mails set content = json_build_object('subject', subject, 'heading', subject, 'blocks',
  json_build_array(json_build_object('kind', 'paragraph', 'text', text_body)))
where sent_at is null and text_body <> '';
alter table mails drop column text_body, drop column html_body;
