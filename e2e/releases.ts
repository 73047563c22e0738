import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { environment } from "./environment.ts";

/** The portal behind a proxy that gives it another version, as a release does. */
export async function startReleases() {
  const state = { version: "first", pagesMayCome: Promise.resolve() };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "GET", url = "/", headers } = request;
    const { cookie = "", authorization = "", "content-type": type = "" } = headers;
    const body = method === "GET" ? undefined : await text(request);
    const answered = await fetch(new URL(url, environment.url()), {
      method,
      headers: { cookie, "content-type": type, ...(authorization && { authorization }) },
      ...(body === undefined ? {} : { body }),
    });
    const kept = [...answered.headers].filter(([name]) => !/encoding|length|connection/.test(name));
    const isPage = answered.headers.get("content-type")?.startsWith("text/html") ?? false;
    if (isPage) await state.pagesMayCome;
    const content = Buffer.from(await answered.arrayBuffer());
    const isVersioned = isPage || url === "/sw.js";
    const cookies = answered.headers.getSetCookie();
    response.writeHead(answered.status, { ...Object.fromEntries(kept), "set-cookie": cookies });
    response.end(isVersioned ? withVersion(content.toString(), state.version) : content);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release(version: string): void {
      state.version = version;
    },
    /** No page arrives until the returned function is called; everything else does. */
    holdPages(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      state.pagesMayCome = promise;
      return resolve;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function withVersion(file: string, version: string): string {
  return file
    .replace(/(name="version" content=")\w+/, `$1${version}`)
    .replace(/(const version = ")\w+/, `$1${version}`);
}
