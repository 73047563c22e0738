import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/**
 * A port that leads to another one, or to several in turn, like a cable: it can be cut, after which nobody hears
 * anything, and mended.
 */
export class Link {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Their other end was closed while the link was cut, which they hear when it is mended. */
  readonly #left = new Set<Socket>();
  #isCut = false;

  private constructor(targets: number[]) {
    let opened = 0;
    this.#server = createServer({ allowHalfOpen: false }, (from) => {
      const to = connect(targets[opened++ % targets.length]!, "127.0.0.1");
      this.#join(from, to);
      this.#join(to, from);
    });
  }

  static async open(...targets: number[]): Promise<Link> {
    const link = new Link(targets);
    link.#server.listen(0, "127.0.0.1");
    await once(link.#server, "listening");
    link.#server.unref();
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** What was on its way arrives late, as on a real network. */
  mend(): void {
    this.#isCut = false;
    for (const socket of this.#left) socket.destroy();
    this.#left.clear();
    for (const socket of this.#sockets) socket.resume();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.setNoDelay(true);
    from.on("data", (bytes: Buffer) => {
      if (to.write(bytes)) return;
      from.pause();
      to.once("drain", () => {
        if (!this.#isCut) from.resume();
      });
    });
    from.on("error", () => undefined);
    from.once("close", () => {
      this.#sockets.delete(from);
      if (this.#isCut) this.#left.add(to);
      else to.destroy();
    });
    if (this.#isCut) from.pause();
  }
}
