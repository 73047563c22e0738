-- Finding somebody of one's own team among a million by the beginning of any word of the name. The index of the
-- operators' search also holds e-mail addresses and numbers: every ".com" in it would be a candidate for "com", and a
-- member must not find anybody by them.
create index members_name_search on members
  using gin ((lower(' ' || translate(name, '.-', '  '))) gin_trgm_ops);
