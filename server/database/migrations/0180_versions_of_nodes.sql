-- The release that a node runs, so that the console can say whether all run the same one.
alter table nodes add column version text;
