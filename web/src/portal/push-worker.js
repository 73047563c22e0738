// Shows the server's messages while the portal is closed. A service worker takes it in as it is: no imports.

self.addEventListener("push", (event) => {
  const { title, body, tag, path } = event.data.json();
  event.waitUntil(
    // The same tag replaces the message that is shown: one that arrives twice is seen once.
    self.registration.showNotification(title, { body, tag, icon: "/icons/192.png", data: { path } }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

/** An open page of the portal is used, but what is being typed in it stays: then another one is opened. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}
