import { X509Certificate } from "node:crypto";
import { RESTClient, type DeepReadonly } from "@apimachinery/client";
import { Cache } from "../../util/cache.js";
import { addressOf, byName, type HookAddress, type ServiceResolver } from "./hook-address.js";
import type { HookUsers } from "./hook-users.js";
import type { WebhookClientConfig } from "./webhook-configuration.js";

/** Approximate memory in bytes of a client with its connections and TLS settings. */
const clientBytes = 48 * 1024;
/** Maximum duration of a call in milliseconds: the maximum timeout of a webhook. */
const timeout = 30_000;
/**
 * Maximum size of a response in bytes. It exceeds the maximum size of an object (3 MiB), and a
 * patch is usually smaller than an object.
 */
const maxResponseBytes = 8 * 1024 * 1024;

/** A client for one webhook, with the webhook's address. */
export interface HookClient {
  readonly client: RESTClient;
  readonly address: HookAddress;
  /** Additional headers of each request. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Creates clients for webhooks and caches them with their connections. Webhooks with the same
 * address and the same trusted CAs share a client (Go: webhook.ClientManager).
 */
export class HookClients {
  readonly #users: HookUsers;
  readonly #resolve: ServiceResolver;
  readonly #clients = new Cache<string, Promise<RESTClient>>(
    "webhook clients",
    // The CA certificates are in the key and again in the client, so the key counts twice.
    (_, key) => clientBytes + 2 * key.length,
  );

  constructor(users: HookUsers, resolve: ServiceResolver = byName) {
    this.#users = users;
    this.#resolve = resolve;
  }

  /**
   * Returns the client for a webhook.
   * @param name name of the webhook, for messages
   * @throws Error for an invalid address, invalid CA certificates or invalid credentials
   */
  async clientFor(name: string, config: DeepReadonly<WebhookClientConfig>): Promise<HookClient> {
    const address = addressOf(name, config);
    const { service, target, origin } = address;
    const server =
      service === undefined ? origin : (await this.#resolve(service.namespace, service.name, service.port)).origin;
    const { caBundle = "" } = config;
    const key = JSON.stringify([server, target, service !== undefined, caBundle]);
    const client = await this.#kept(key, () => this.#newClient(server, address, caBundle));
    // The Host header contains the name of the service, even if the resolver has returned another
    // host.
    return { client, address, headers: service === undefined ? {} : { host: target } };
  }

  /** Returns the cached client with a key, or creates the client. */
  #kept(key: string, make: () => Promise<RESTClient>): Promise<RESTClient> {
    const known = this.#clients.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#clients.set(key, made);
    // A failed creation is not cached, because a credentials file may become readable later.
    made.catch(() => {
      this.#clients.delete(key);
    });
    return made;
  }

  async #newClient(server: string, { target, service }: HookAddress, caBundle: string): Promise<RESTClient> {
    const { tls = {}, ...user } = await this.#users.credentialsFor(target);
    return new RESTClient({
      ...user,
      server,
      tls: {
        ...tls,
        ...(caBundle === "" ? {} : { ca: certificatesIn(caBundle) }),
        ...(service === undefined ? {} : { serverName: `${service.name}.${service.namespace}.svc` }),
      },
      userAgent: "kube-apiserver-admission",
      timeout,
      maxResponseBytes,
      // Warnings in response headers are ignored, because webhooks send their warnings in the
      // AdmissionReview.
      onWarning: () => undefined,
    });
  }
}

/**
 * Decodes the PEM certificates of the CAs that a webhook's client trusts.
 * @throws Error for a string without a certificate. With such a string, the client would trust the
 *   system's CAs.
 */
function certificatesIn(caBundle: string): string {
  const text = Buffer.from(caBundle, "base64").toString("utf8");
  try {
    new X509Certificate(text);
  } catch (error) {
    throw new Error("unable to load root certificates: unable to parse bytes as PEM block", { cause: error });
  }
  return text;
}
