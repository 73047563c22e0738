-- The texts that bind: terms, privacy notice and risk statement, and which member has accepted which version. Neither a
-- released text nor an acceptance can be changed or removed by the application.
create table document_versions (
  kind text not null check (kind in ('terms', 'privacy', 'risk')),
  version int not null check (version > 0),
  text jsonb not null,
  -- Members have to accept it before they go on.
  is_substantial boolean not null,
  proposed_by int not null references operators,
  released_by int not null references operators,
  released_at timestamptz not null,
  primary key (kind, version)
);
grant select, insert on document_versions to fc_app;

create table document_drafts (
  kind text primary key check (kind in ('terms', 'privacy', 'risk')),
  revision int not null,
  text jsonb not null,
  edited_by int not null references operators,
  edited_at timestamptz not null
);
grant select, insert, update, delete on document_drafts to fc_app;
-- No number comes twice: a proposal names the draft by it.
create sequence document_draft_revisions as int;
grant usage on sequence document_draft_revisions to fc_app;

create table acceptances (
  member_id int not null references members,
  kind text not null,
  version int not null,
  accepted_at timestamptz not null,
  session_id uuid not null,
  ip text not null,
  user_agent text not null,
  primary key (member_id, kind, version),
  foreign key (kind, version) references document_versions
);
create index acceptances_version on acceptances (kind, version);
grant select, insert on acceptances to fc_app;

-- Every call of a member asks whether something has to be accepted: this is what it is asked about.
create index document_versions_substantial on document_versions (kind, version) where is_substantial;
