const found = import.meta.glob<string>("../../../../../docs/screenshots/handbook-*.png", {
  eager: true,
  query: "?url",
  import: "default",
});

/** The address of each picture by the name of its file. They are files of their own: no page waits for one. */
export const pictures: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(found).map(([path, url]) => [path.slice(path.lastIndexOf("/") + 1), url]),
);

/** The shape of every picture, so that the page does not move once it has arrived. */
export const pictureSize = { width: 1200, height: 750 } as const;
