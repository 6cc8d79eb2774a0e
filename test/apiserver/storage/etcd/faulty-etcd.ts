import { connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy before etcd, to break and to pause connections. */
export class FaultyProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The connections to etcd. */
  readonly #upstream = new Set<Socket>();
  #target: string;
  #isPaused = false;

  private constructor(server: Server, target: string) {
    this.#server = server;
    this.#target = target;
  }

  /** @param target host and port of etcd */
  static async start(target: string): Promise<FaultyProxy> {
    const server = createServer();
    const proxy = new FaultyProxy(server, target);
    server.on("connection", (client) => {
      proxy.#connect(client);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the proxy does not listen");
    return `http://127.0.0.1:${address.port}`;
  }

  /** Ends all connections. New ones lead to another etcd. */
  moveTo(target: string): void {
    this.#target = target;
    this.breakAll();
  }

  /** Ends all connections. New ones are accepted. */
  breakAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Stops to pass on what etcd sends, without ending the connections. */
  pause(): void {
    this.#isPaused = true;
    for (const socket of this.#upstream) socket.pause();
  }

  resume(): void {
    this.#isPaused = false;
    for (const socket of this.#upstream) socket.resume();
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.breakAll();
    await closed;
  }

  #connect(client: Socket): void {
    const [host = "", port = ""] = this.#target.split(":");
    const upstream = connect(Number(port), host);
    this.#upstream.add(upstream);
    upstream.on("close", () => this.#upstream.delete(upstream));
    this.#join(client, upstream);
    this.#join(upstream, client);
    if (this.#isPaused) upstream.pause();
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on("data", (bytes) => to.write(bytes));
    from.on("close", () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    from.on("error", () => to.destroy());
  }
}
