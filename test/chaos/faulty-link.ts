import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Fault } from "./faults.js";

/** Forwards TCP connections to a port of this machine, until a fault disturbs them. */
export class FaultyLink {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #losesResponses = false;

  private constructor(port: number) {
    this.#server = createServer((client) => {
      this.#forward(client, connect(port, "127.0.0.1"));
    });
  }

  /** @param port port to which connections are forwarded */
  static async to(port: number): Promise<FaultyLink> {
    const link = new FaultyLink(port);
    link.#server.listen(0, "127.0.0.1");
    await once(link.#server, "listening");
    return link;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resets all connections. */
  reset(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /**
   * Drops all responses for a time, while requests arrive and are executed. Then resets the
   * connections.
   */
  async loseResponses(milliseconds: number): Promise<void> {
    this.#losesResponses = true;
    await pause(milliseconds);
    this.reset();
    this.#losesResponses = false;
  }

  async remove(): Promise<void> {
    this.#server.close();
    this.reset();
    await once(this.#server, "close");
  }

  #forward(client: Socket, target: Socket): void {
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    client.on("data", (chunk) => target.write(chunk));
    target.on("data", (chunk) => {
      if (!this.#losesResponses) client.write(chunk);
    });
  }
}

/** Returns a fault that resets all connections of a link. */
export function resetting(link: FaultyLink): Fault {
  return {
    name: "reset of all connections",
    inject: () => {
      link.reset();
      return Promise.resolve();
    },
  };
}

/** Returns a fault in which requests are executed, but their responses are lost. */
export function losingResponses(link: FaultyLink, milliseconds: number): Fault {
  return {
    name: `loss of all responses for ${milliseconds} ms`,
    inject: () => link.loseResponses(milliseconds),
  };
}
