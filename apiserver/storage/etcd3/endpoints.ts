import { Client, connectivityState, type ClientOptions } from "@grpc/grpc-js";
import { StorageClosedError, StorageConnectionError } from "../errors.js";
import { connectionTo, type EtcdTLS } from "./credentials.js";
import { failureMessage } from "./failures.js";
import { methods } from "./messages.js";

/** A member of the etcd cluster, with its connection. */
interface Endpoint {
  readonly url: string;
  readonly client: Client;
}

/**
 * Options of each connection. The keepalive times are those of Kubernetes. gRPC does not retry,
 * because only callers can decide which requests may be repeated.
 */
const options: ClientOptions = {
  "grpc.keepalive_time_ms": 30_000,
  "grpc.keepalive_timeout_ms": 10_000,
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.min_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 2000,
  "grpc.max_receive_message_length": -1,
  "grpc.enable_retries": 0,
  "grpc.enable_channelz": 0,
  "grpc.enable_http_proxy": 0,
  "grpc.use_local_subchannel_pool": 1,
};

/**
 * Timeout in milliseconds of the request that is sent to get the reason of a missing connection.
 */
const reasonTimeout = 1000;

/**
 * The connections to the members of an etcd cluster. All requests use the same member as long as
 * its connection is ready, and then another one. Each server chooses its first member at random, so
 * that the requests of many servers are spread over all members.
 */
export class Endpoints {
  readonly #endpoints: readonly Endpoint[];
  readonly #onChange: (problem: string | undefined) => void;
  #preferred: number;
  /** True if the last request found no ready connection. */
  #isDown = false;
  #closed = false;

  /**
   * @param servers URLs of the members, such as `https://10.0.0.1:2379`; at least one
   * @param tls returns the certificates for a new connection to a URL with `https`
   * @param onChange called with the reason when no member can be reached, and with undefined when a
   *   member can be reached again
   */
  constructor(servers: readonly string[], tls: () => EtcdTLS, onChange: (problem: string | undefined) => void) {
    this.#onChange = onChange;
    this.#endpoints = servers.map((server) => {
      const url = new URL(server);
      const connection = connectionTo(url, tls);
      const client = new Client(addressOf(url), connection.credentials, { ...options, ...connection.options });
      return { url: server, client };
    });
    this.#preferred = Math.floor(Math.random() * servers.length);
  }

  get clients(): readonly Client[] {
    return this.#endpoints.map(({ client }) => client);
  }

  /**
   * Returns a client whose connection is ready. Waits while connections are being established.
   * @param deadline in milliseconds since 1970
   * @throws StorageConnectionError if all connections have failed, or if none is ready at the
   *   deadline, StorageClosedError after `close`
   */
  async ready(deadline: number): Promise<Client> {
    for (;;) {
      if (this.#closed) throw new StorageClosedError();
      const ready = this.#findReady();
      if (ready !== undefined) {
        if (this.#isDown) this.#changed(undefined);
        return ready;
      }
      const states = this.#endpoints.map(({ client }) => client.getChannel().getConnectivityState(true));
      const isDown = states.every((state) => state === connectivityState.TRANSIENT_FAILURE);
      if (isDown || Date.now() >= deadline) throw await this.#unreachable();
      await this.#anyChange(states, deadline);
    }
  }

  /** Stops preferring a member for the next requests, for example after a failure. */
  avoid(client: Client): void {
    const { length } = this.#endpoints;
    if (this.#endpoints[this.#preferred]?.client === client) this.#preferred = (this.#preferred + 1) % length;
  }

  close(): void {
    this.#closed = true;
    for (const { client } of this.#endpoints) client.close();
  }

  #findReady(): Client | undefined {
    const { length } = this.#endpoints;
    for (let step = 0; step < length; step++) {
      const index = (this.#preferred + step) % length;
      const client = this.#endpoints[index]?.client;
      if (client?.getChannel().getConnectivityState(true) !== connectivityState.READY) continue;
      this.#preferred = index;
      return client;
    }
    return undefined;
  }

  /** Resolves when the state of a connection differs from `states`, or at the deadline. */
  #anyChange(states: readonly connectivityState[], deadline: number): Promise<void> {
    return new Promise((resolve) => {
      this.#endpoints.forEach(({ client }, index) => {
        const state = states[index] ?? connectivityState.IDLE;
        client.getChannel().watchConnectivityState(state, deadline, () => {
          resolve();
        });
      });
    });
  }

  async #unreachable(): Promise<StorageConnectionError> {
    const reasons = await Promise.all(this.#endpoints.map(async (each) => `${each.url}: ${await reasonOf(each)}`));
    const problem = `no connection to etcd: ${reasons.join("; ")}`;
    if (!this.#isDown && !this.#closed) this.#changed(problem);
    return new StorageConnectionError(problem);
  }

  #changed(problem: string | undefined): void {
    this.#isDown = problem !== undefined;
    this.#onChange(problem);
  }
}

/**
 * Sends a request over a broken connection, and returns the reason of its failure. If the request
 * succeeds, the result says that the member is reachable again.
 */
function reasonOf({ client }: Endpoint): Promise<string> {
  const { path, encode, decode } = methods.status;
  return new Promise((resolve) => {
    client.makeUnaryRequest(path, encode, decode, {}, { deadline: Date.now() + reasonTimeout }, (error) => {
      resolve(error === null ? "it is reachable again" : failureMessage(error));
    });
  });
}

/** Returns the address of a URL in the form that gRPC expects. */
function addressOf(url: URL): string {
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return `dns:${url.hostname}:${port}`;
}
