/** What a tag, an archive and its notes are called, and from which part of the changelog the notes come. */
export interface Release {
  name: string;
  heading: string;
}

/** The release of this version; a try is named by its commit, and its notes are what is not released yet. */
export function releaseOf({ version, commit, isTry }: { version: string; commit: string; isTry: boolean }) {
  return isTry
    ? { name: `${version}-${commit.slice(0, 12)}`, heading: "Unreleased" }
    : { name: version, heading: version };
}

/** The text below a heading of the changelog, without the heading. */
export function notesOf(changelog: string, heading: string): string {
  const parts = changelog.split(/^## (?=\[)/m).slice(1);
  const part = parts.find((each) => each.startsWith(`[${heading}]`));
  return part === undefined ? "" : part.slice(part.indexOf("\n") + 1).trim();
}

/** Why this version cannot be released as the changelog is; undefined if it can. */
export function changelogProblem(changelog: string, version: string): string | undefined {
  if (notesOf(changelog, "Unreleased") !== "") {
    return `CHANGELOG.md has lines below "Unreleased". Give them the heading "[${version}] - <day>" first.`;
  }
  const notes = notesOf(changelog, version);
  if (notes === "") return `CHANGELOG.md has no notes of [${version}].`;
  // An administrator who updates reads that part first, and looks for it.
  return notes.startsWith("### Before the update\n")
    ? undefined
    : `CHANGELOG.md: begin [${version}] with "### Before the update", even if there is nothing to do.`;
}
