const ofOperators = "Operators\n";

/** What the newest release that changes anything for operators says to them, as plain text. */
export function operatorNews(changelog: string): { heading: string; text: string } | undefined {
  for (const release of changelog.split(/^## (?=\[)/m).slice(1)) {
    const [head = "", ...sections] = release.split(/^### /m);
    const news = sections.find((section) => section.startsWith(ofOperators));
    const heading = /^\[(.+?)\]/.exec(head)?.[1];
    if (news !== undefined && heading !== undefined) {
      return { heading, text: plain(news.slice(ofOperators.length).trim()) };
    }
  }
  return undefined;
}

/** Without the marks for links, code and bold letters. */
function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("**", "")
    .replaceAll("`", "");
}
