import { Metadata, status, type ClientDuplexStream, type ServiceError, type Client } from "@grpc/grpc-js";
import type { StorageError } from "../errors.js";
import type { EtcdTLS } from "./credentials.js";
import { Endpoints } from "./endpoints.js";
import { canReadAgain, etcdReadFailure, revisionProblem, wasNotExecuted, etcdWriteFailure } from "./failures.js";
import {
  methods,
  toNumber,
  type Int64,
  type EtcdMethod,
  type RangeRequest,
  type RangeResponse,
  type ResponseHeader,
  type StatusResponse,
  type TxnRequest,
  type TxnResponse,
  type WatchRequest,
  type WatchResponse,
} from "./messages.js";

/** Error of a request whose revision is compacted or in the future. */
export class RevisionProblem extends Error {
  constructor(readonly reason: "compacted" | "future") {
    super(`the revision of the request is ${reason === "future" ? "in the future" : "compacted"}`);
  }
}

export interface EtcdClientOptions {
  /** URLs of the members of the etcd cluster; at least one. */
  readonly servers: readonly string[];
  /** Returns the certificates for a new connection to a URL with `https`. */
  readonly tls: () => EtcdTLS;
  /** Maximum time of a request, in milliseconds. */
  readonly timeout: number;
  /**
   * Called with the reason when no member of etcd can be reached, and with undefined when a member
   * can be reached again.
   */
  readonly onConnection?: (problem: string | undefined) => void;
}

export type WatchCall = ClientDuplexStream<WatchRequest, WatchResponse>;

/** Maximum number of times that one request is sent. */
const attempts = 3;

/**
 * Sends requests to an etcd cluster. If the connection fails, a read is sent again, to another
 * member if one is reachable. A write is sent again only if it was certainly not executed.
 */
export class EtcdClient {
  readonly #endpoints: Endpoints;
  readonly #timeout: number;
  readonly #needsLeader = new Metadata();
  #seen = 0;

  constructor({ servers, tls, timeout, onConnection = () => undefined }: EtcdClientOptions) {
    this.#endpoints = new Endpoints(servers, tls, onConnection);
    this.#timeout = timeout;
    // With this header, a member that has lost contact with the leader ends the watch. Otherwise
    // the watch would wait for events that the member does not receive.
    this.#needsLeader.set("hasleader", "true");
  }

  /** Greatest revision in any response so far; 0 before the first response. */
  get seen(): number {
    return this.#seen;
  }

  /**
   * Reads the keys of a range.
   * @throws RevisionProblem for a compacted or future revision
   * @throws StorageError if etcd cannot be reached or refuses the request
   */
  range(request: RangeRequest): Promise<RangeResponse> {
    return this.#read(methods.range, request);
  }

  /**
   * Executes a transaction that contains a write.
   * @throws StorageError if etcd cannot be reached or refuses the request
   */
  transact(request: TxnRequest): Promise<TxnResponse> {
    return this.#write(methods.txn, request);
  }

  /**
   * Compacts the history. After a failure, the request is sent again like a read, because a
   * repeated compaction has no effect.
   * @throws RevisionProblem for a compacted or future revision
   * @throws StorageError if etcd cannot be reached or refuses the request
   */
  async compact(revision: number): Promise<void> {
    await this.#read(methods.compact, { revision });
  }

  /**
   * Creates a lease and returns its id. After a failure, the request is sent again like a read,
   * because an unused lease expires.
   * @param seconds time to live
   * @throws StorageError if etcd cannot be reached or refuses the request
   */
  async grantLease(seconds: number): Promise<Int64> {
    return (await this.#read(methods.grantLease, { TTL: seconds })).ID;
  }

  /**
   * Returns the status of each member, or the error of a member that cannot be reached.
   * @param timeout maximum time, in milliseconds
   */
  statuses(timeout: number): Promise<readonly PromiseSettledResult<StatusResponse>[]> {
    const deadline = Date.now() + timeout;
    return Promise.allSettled(
      this.#endpoints.clients.map(async (client) => {
        const response = await callUnary(client, methods.status, {}, deadline);
        this.saw(response.header);
        return response;
      }),
    );
  }

  /**
   * Opens a stream for one watch. Later errors are events of the stream.
   * @throws StorageError if etcd cannot be reached
   */
  async openWatch(): Promise<WatchCall> {
    const client = await this.#endpoints.ready(Date.now() + this.#timeout);
    const { path, encode, decode } = methods.watch;
    const call = client.makeBidiStreamRequest(path, encode, decode, this.#needsLeader);
    call.on("error", ({ code }: ServiceError) => {
      if (code !== status.CANCELLED) this.#endpoints.avoid(client);
    });
    return call;
  }

  /** Records the revision in the header of a response for `seen`, and returns this revision. */
  saw({ revision }: ResponseHeader): number {
    const number = toNumber(revision);
    if (number > this.#seen) this.#seen = number;
    return number;
  }

  close(): void {
    this.#endpoints.close();
  }

  #read<Request, Response extends { readonly header: ResponseHeader }>(
    method: EtcdMethod<Request, Response>,
    request: Request,
  ): Promise<Response> {
    return this.#send(method, request, canReadAgain, etcdReadFailure);
  }

  #write<Request, Response extends { readonly header: ResponseHeader }>(
    method: EtcdMethod<Request, Response>,
    request: Request,
  ): Promise<Response> {
    return this.#send(method, request, wasNotExecuted, etcdWriteFailure);
  }

  async #send<Request, Response extends { readonly header: ResponseHeader }>(
    method: EtcdMethod<Request, Response>,
    request: Request,
    canRepeat: (error: ServiceError) => boolean,
    failure: (error: ServiceError) => StorageError,
  ): Promise<Response> {
    const deadline = Date.now() + this.#timeout;
    for (let attempt = 1; ; attempt++) {
      const client = await this.#endpoints.ready(deadline);
      try {
        const response = await callUnary(client, method, request, deadline);
        this.saw(response.header);
        return response;
      } catch (thrown) {
        const error = thrown as ServiceError;
        const problem = revisionProblem(error);
        if (problem !== undefined) throw new RevisionProblem(problem);
        this.#endpoints.avoid(client);
        if (attempt === attempts || !canRepeat(error)) throw failure(error);
      }
    }
  }
}

const noMetadata = new Metadata();

/**
 * Sends a request to etcd and returns its only response. Uses the channel of grpc-js instead of its
 * `Client`: for each call, the interceptors, emitter and stack trace of `Client` take as long as
 * sending the request.
 * @param deadline time at which the request fails, in milliseconds since 1970
 * @throws ServiceError for any response other than a success
 */
export function callUnary<Request, Response>(
  client: Client,
  { path, encode, decode }: EtcdMethod<Request, Response>,
  request: Request,
  deadline: number,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = client.getChannel().createCall(path, deadline, undefined, null, undefined);
    let bytes: Buffer | undefined;
    call.start(noMetadata, {
      onReceiveMetadata: () => undefined,
      onReceiveMessage: (message: Buffer) => {
        bytes = message;
      },
      onReceiveStatus: ({ code, details, metadata }) => {
        if (code !== status.OK) reject(serviceError(code, details, metadata));
        else if (bytes === undefined) reject(serviceError(status.UNIMPLEMENTED, "No message received", metadata));
        else settle(bytes);
      },
    });
    const settle = (message: Buffer): void => {
      try {
        resolve(decode(message));
      } catch (error) {
        reject(
          serviceError(status.INTERNAL, `Response message parsing error: ${(error as Error).message}`, noMetadata),
        );
      }
    };
    call.startRead();
    call.sendMessageWithContext({}, encode(request));
    call.halfClose();
  });
}

/** Returns the same error for a status as the `Client` of grpc-js. */
function serviceError(code: status, details: string, metadata: Metadata): ServiceError {
  return Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata });
}
