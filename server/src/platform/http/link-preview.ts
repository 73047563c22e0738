/** What a messenger shows of a link to one of our pages. */
export interface LinkPreview {
  title: string;
  description: string;
}

/** Stands in the pages where the tags belong. */
export const previewPlace = "<!-- link preview -->";

export const usualPreview: LinkPreview = {
  title: "FC Portal",
  description: "The member's own account: staking, wallets and team.",
};

/** A picture of our own in web/public; messengers show no SVG. */
const picture = { path: "/preview.png", width: 1200, height: 630 } as const;

interface PreviewedPage extends LinkPreview {
  publicUrl: string;
  /** The page's path, without a query: two links to it are one. */
  path: string;
}

export function previewTags({ title, description, publicUrl, path }: PreviewedPage): string {
  const tags: Record<string, string> = {
    "og:type": "website",
    "og:site_name": "FC Portal",
    "og:title": title,
    "og:description": description,
    "og:url": publicUrl + path,
    "og:image": publicUrl + picture.path,
    "og:image:type": "image/png",
    "og:image:width": String(picture.width),
    "og:image:height": String(picture.height),
    "og:image:alt": "FC Portal",
    "twitter:card": "summary_large_image",
  };
  return Object.entries(tags)
    .map(([name, content]) => `<meta property="${name}" content="${escaped(content)}" />`)
    .join("\n    ");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A member's name and the address are typed by people. */
function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
