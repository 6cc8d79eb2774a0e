import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { TLSSocket } from "node:tls";
import type { ServiceResolver } from "../../../apiserver/admission/webhook/hook-address.js";
import type { Webhook, WebhookClientConfig } from "../../../apiserver/admission/webhook/webhook-configuration.js";
import { createAuthority, issueServing, type KeyPair } from "../../../apiserver/certificates/authority.js";
import type { Json } from "../harness.js";
import type { ClusterPeer } from "./cluster-peer.js";

/** A call that the server received. */
export interface WebhookCall {
  /** Path with the query. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly review: Json;
  /** Common name of the client certificate; undefined if the client sent none. */
  readonly user: string | undefined;
  /** Server name that the client asked for. */
  readonly serverName: string | false | undefined;
  readonly httpVersion: string;
}

/**
 * Returns the `response` of a review, to which the server adds the uid. If the function returns
 * undefined, it has taken over the HTTP response.
 */
export type Respond = (call: WebhookCall, response: ServerResponse) => object | undefined;

/** Address of the service that the server plays. */
const service = { name: "webhook", namespace: "hooks" };

/** An HTTPS server with admission webhooks, by their paths. */
export class WebhookServer {
  readonly calls: WebhookCall[] = [];
  /** Number of connections that clients have opened. */
  connections = 0;
  readonly authority: KeyPair;
  readonly #server: Server;
  readonly #paths = new Map<string, Respond>();

  private constructor(authority: KeyPair, server: Server) {
    this.authority = authority;
    this.#server = server;
  }

  /** @param hosts names in the certificate */
  static async start(hosts: readonly string[] = ["127.0.0.1", "webhook.hooks.svc"]): Promise<WebhookServer> {
    const authority = await createAuthority("webhook-ca");
    const { certificate: cert, key } = await issueServing(authority, hosts);
    const server = createServer({ cert, key, requestCert: true, rejectUnauthorized: false });
    const started = new WebhookServer(authority, server);
    server.on("request", (request, response) => void started.#serve(request, response));
    server.on("secureConnection", () => started.connections++);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return started;
  }

  /** Adds a webhook. The default allows every request. */
  on(path: string, respond: Respond = () => ({ allowed: true })): void {
    this.#paths.set(path, respond);
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get caBundle(): string {
    return Buffer.from(this.authority.certificate).toString("base64");
  }

  /** Origin of the server, as in messages. */
  get origin(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** Returns the configuration of a webhook with a URL. */
  url(path: string): WebhookClientConfig {
    return { url: `${this.origin}${path}`, caBundle: this.caBundle };
  }

  /** Returns the configuration of a webhook behind a service of the cluster. */
  service(path: string): WebhookClientConfig {
    return { service: { ...service, path }, caBundle: this.caBundle };
  }

  /** Finds the server for the name of its service. */
  readonly resolve: ServiceResolver = (namespace, name) => {
    if (name !== service.name || namespace !== service.namespace) throw new Error(`no service ${namespace}/${name}`);
    return new URL(this.origin);
  };

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const review = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Json;
    const { socket } = request;
    if (!(socket instanceof TLSSocket)) throw new Error("the server only accepts TLS");
    const certificate = socket.getPeerCertificate() as { readonly subject?: { readonly CN: string } };
    const call: WebhookCall = {
      url: request.url ?? "",
      headers: request.headers,
      review,
      user: certificate.subject?.CN,
      serverName: (socket as { readonly servername?: string | false }).servername,
      httpVersion: request.httpVersion,
    };
    this.calls.push(call);
    const respond = this.#paths.get(call.url.split("?")[0] ?? "");
    if (respond === undefined) {
      response.writeHead(404).end();
      return;
    }
    const answer = respond(call, response);
    if (answer === undefined) return;
    const { kind, apiVersion } = review;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ kind, apiVersion, response: { uid: review["request"]?.["uid"], ...answer } }));
  }
}

/** Returns the fields of a response that patches the object. */
export function patching(...operations: readonly object[]): object {
  const patch = Buffer.from(JSON.stringify(operations)).toString("base64");
  return { allowed: true, patchType: "JSONPatch", patch };
}

/** Rules that select every request. */
export const everyRequest = [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] }] as const;

/** Returns a webhook for every request, with the fields that have no default. */
export function hook(name: string, clientConfig: WebhookClientConfig, more: Partial<Webhook> = {}): Webhook {
  return {
    name,
    clientConfig,
    rules: everyRequest,
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    ...more,
  };
}

/** Creates or replaces a webhook configuration of a peer. */
export function putWebhooks(
  peer: ClusterPeer,
  type: "mutating" | "validating",
  name: string,
  ...webhooks: readonly Webhook[]
): void {
  const kind = type === "mutating" ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration";
  peer.put(`/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}s/${name}`, {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind,
    metadata: { name },
    webhooks,
  });
}
