// Shows the server's messages while the portal is closed. A service worker takes it in as it is: no imports. It is a
// part of the same file as offline.js, which has the worker's type.

worker.addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, body, tag, path } = event.data.json();
  event.waitUntil(
    // The same tag replaces the message that is shown: one that arrives twice is seen once.
    worker.registration.showNotification(title, { body, tag, icon: "/icons/192.png", data: { path } }),
  );
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.path));
});

/**
 * An open page of the portal is used, but what is being typed in it stays: then another one is opened.
 * @param {string} path
 */
async function openPage(path) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : worker.clients.openWindow(path));
}
