import { RESTClient, type Transport, type TransportRequest, type TransportResponse } from "@apimachinery/client";
import { InProcessTransport } from "../http/in-process.js";
import { createObjects } from "./create-objects.js";
import { startTestServer, type StartedServer, type TestServerDefinition } from "./start-test-server.js";

/** A server for tests, in the process of the test. */
export interface TestServer {
  /** Client of the server. Its user has all permissions. */
  readonly client: RESTClient;
  /**
   * Resolves when the server is ready and has created the given objects. Requests also wait for
   * this.
   * @throws Error for a group that cannot be served, or an object that the server refuses
   */
  ready(): Promise<void>;
  /** Stops the server, and ends its watches. */
  stop(): Promise<void>;
}

/**
 * Returns a server for tests. It stores objects in memory, and requests do not pass a socket. The
 * server starts with the first request.
 * @param objects objects that the server creates before the first request
 */
export function newTestServer(definition: TestServerDefinition, objects: readonly object[] = []): TestServer {
  const transport = new StartingTransport(definition, objects);
  const client = new RESTClient({ server: "https://test-server", userAgent: "test" }, transport);
  return { client, ready: () => transport.ready(), stop: () => transport.close() };
}

/** A transport that starts the server before the first request. */
class StartingTransport implements Transport {
  readonly #definition: TestServerDefinition;
  readonly #objects: readonly object[];
  readonly #inner = new InProcessTransport();
  #started: Promise<StartedServer> | undefined;
  #isClosed = false;

  constructor(definition: TestServerDefinition, objects: readonly object[]) {
    this.#definition = definition;
    this.#objects = objects;
  }

  async ready(): Promise<void> {
    await this.#server();
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    if (!this.#isClosed) await this.#server();
    return this.#inner.send(request);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const server = await this.#started?.catch(() => undefined);
    await this.#inner.close();
    await server?.stop();
  }

  #server(): Promise<StartedServer> {
    return (this.#started ??= this.#start());
  }

  async #start(): Promise<StartedServer> {
    const server = await startTestServer(this.#definition);
    this.#inner.serve(server.handler);
    try {
      const client = new RESTClient({ server: "https://test-server", userAgent: "test" }, this.#inner);
      await createObjects(client, server.resources, this.#objects);
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }
}
