import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import { createAuthority, issueClient, issueServing, type KeyPair } from "../../../apiserver/certificates/authority.js";
import { kubeconfigText } from "../../../apiserver/certificates/kubeconfig.js";
import { StoredObjects, type PeerObject } from "./stored-objects.js";

/** A request that the peer received. */
export interface PeerRequest {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  /** Common name of the client certificate; undefined if the client sent none. */
  readonly user: string | undefined;
  /** Parsed JSON body; undefined if the request has none. */
  readonly body: unknown;
}

/** Returns the `status` of a review, from its `spec`. */
export type Review = (spec: Readonly<Record<string, unknown>>) => unknown;

const reviews = {
  "/apis/authentication.k8s.io/v1/tokenreviews": "tokenReview",
  "/apis/authorization.k8s.io/v1/subjectaccessreviews": "accessReview",
} as const;

/**
 * A small server that plays the part of kube-apiserver for a server in a cluster. It stores objects
 * of any kind, serves get, list and watch of them, and answers token reviews and access reviews.
 */
export class ClusterPeer {
  readonly objects = new StoredObjects();
  /** All requests, in the order of their arrival. */
  readonly requests: PeerRequest[] = [];
  /** Reviews a bearer token. Default: no token is authenticated. */
  tokenReview: Review = () => ({ authenticated: false });
  /** Reviews access. Default: no user has access. */
  accessReview: Review = () => ({ allowed: false });
  /**
   * Called before the peer responds. If it returns true, it has taken over the response: it may
   * never respond, close the socket, or send garbage.
   */
  intercept: (request: PeerRequest, response: ServerResponse) => boolean = () => false;
  readonly folder = mkdtempSync(join(tmpdir(), "cluster-peer-"));
  readonly authority: KeyPair;
  readonly #serving: KeyPair;
  readonly #client: KeyPair;
  readonly #sockets = new Set<Duplex>();
  #server: Server | undefined;
  #port = 0;

  private constructor(authority: KeyPair, serving: KeyPair, client: KeyPair) {
    this.authority = authority;
    this.#serving = serving;
    this.#client = client;
  }

  static async start(): Promise<ClusterPeer> {
    const authority = await createAuthority("cluster-ca");
    const serving = await issueServing(authority, ["localhost", "127.0.0.1"]);
    const client = await issueClient(authority, "system:serviceaccount:pizza:apiserver", []);
    const peer = new ClusterPeer(authority, serving, client);
    await peer.listen();
    return peer;
  }

  get url(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** Writes a kubeconfig with which a server reaches the peer, and returns its path. */
  kubeconfig(): string {
    const file = join(this.folder, "kubeconfig");
    const { url: server, authority } = this;
    writeFileSync(
      file,
      kubeconfigText({ name: "cluster", server, authority: authority.certificate, client: this.#client }),
    );
    return file;
  }

  /** Creates or replaces an object at its path, such as `/api/v1/namespaces/default`. */
  put(path: string, object: PeerObject): void {
    this.objects.put(path, object);
  }

  /** Starts to listen; after `disconnect`, on the same port as before. */
  async listen(): Promise<void> {
    const { certificate: cert, key } = this.#serving;
    const options = { cert, key, ca: this.authority.certificate, requestCert: true, rejectUnauthorized: false };
    const server = createServer(options, (request, response) => void this.#serve(request, response));
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.#port, "127.0.0.1", resolve);
    });
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Closes the port and all connections. The objects stay. */
  async disconnect(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Closes the peer and removes its files. */
  async close(): Promise<void> {
    await this.disconnect();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    const url = new URL(incoming.url ?? "/", this.url);
    const request: PeerRequest = {
      method: incoming.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      user: userOf(incoming.socket),
      body: text === "" ? undefined : (JSON.parse(text) as unknown),
    };
    this.requests.push(request);
    if (this.intercept(request, response)) return;
    if (request.method === "POST") await this.#review(request, response);
    else if (request.query.get("watch") === "true" || request.query.get("watch") === "1")
      this.#watch(request, response);
    else this.#read(request, response);
  }

  async #review({ path, body }: PeerRequest, response: ServerResponse): Promise<void> {
    const name = Object.hasOwn(reviews, path) ? reviews[path as keyof typeof reviews] : undefined;
    if (name === undefined) {
      sendStatus(response, 404, "NotFound", `the peer has no ${path}`);
      return;
    }
    const review = body as { readonly spec: Readonly<Record<string, unknown>> };
    send(response, 201, { ...review, status: await this[name](review.spec) });
  }

  #read({ path, query }: PeerRequest, response: ServerResponse): void {
    const found = this.objects.get(path);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const kind = path.split("/").at(-2) ?? "";
    const isCollection = /^\/(api\/v1|apis\/[^/]+\/[^/]+)(\/namespaces\/[^/]+)?\/[^/]+$/.test(path);
    if (found !== undefined) send(response, 200, found);
    else if (!isCollection)
      send(response, 404, { ...status(404, "NotFound", `${kind} "${name}" not found`), details: { name, kind } });
    else {
      const items = this.objects.list(path).filter((object) => isSelected(object, query));
      send(response, 200, {
        kind: "List",
        apiVersion: "v1",
        metadata: { resourceVersion: String(this.objects.revision) },
        items,
      });
    }
  }

  #watch({ path, query }: PeerRequest, response: ServerResponse): void {
    response.writeHead(200, { "content-type": "application/json" });
    response.flushHeaders();
    const write = ({ type, object }: { readonly type: string; readonly object: PeerObject }) => {
      if (type === "BOOKMARK" || isSelected(object, query)) response.write(`${JSON.stringify({ type, object })}\n`);
    };
    const isWatchList = query.get("sendInitialEvents") === "true";
    const { revision } = this.objects;
    if (isWatchList) {
      for (const object of this.objects.list(path)) write({ type: "ADDED", object });
      write({ type: "BOOKMARK", object: initialEventsEnd(revision) });
    }
    const end = this.objects.watch(path, isWatchList ? revision : Number(query.get("resourceVersion") ?? "0"), write);
    response.on("close", end);
  }
}

/** Returns the common name of the client's certificate; undefined if it sent none. */
function userOf(socket: object): string | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  // Contrary to its declared type, Node's function returns an empty object without a subject if the
  // client sent no certificate.
  const { subject } = socket.getPeerCertificate() as { readonly subject?: { readonly CN: string } };
  return subject?.CN;
}

/** Returns the bookmark that ends the initial events of a watch (KEP-3157). */
function initialEventsEnd(revision: number): PeerObject {
  const annotations = { "k8s.io/initial-events-end": "true" };
  return { apiVersion: "v1", kind: "Unknown", metadata: { name: "", resourceVersion: String(revision), annotations } };
}

function isSelected(object: PeerObject, query: URLSearchParams): boolean {
  const name = /^metadata\.name=(.*)$/.exec(query.get("fieldSelector") ?? "")?.[1];
  return name === undefined || name === object.metadata.name;
}

function status(code: number, reason: string, message: string): object {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code };
}

function sendStatus(response: ServerResponse, code: number, reason: string, message: string): void {
  send(response, code, status(code, reason, message));
}

function send(response: ServerResponse, code: number, body: object): void {
  response.writeHead(code, { "content-type": "application/json" });
  response.end(`${JSON.stringify(body)}\n`);
}
