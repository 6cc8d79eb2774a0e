import { X509Certificate } from "node:crypto";
import { RESTClient, type DeepReadonly } from "@apimachinery/client";
import { Cache } from "../../util/cache.js";
import { addressOf, byName, type HookAddress, type ServiceResolver } from "./hook-address.js";
import type { HookUsers } from "./hook-users.js";
import type { WebhookClientConfig } from "./webhook-configuration.js";

/** Approximate memory of a client with its connections and TLS settings, in bytes. */
const clientBytes = 48 * 1024;
/** Maximum time of a call, in milliseconds. Webhooks have timeouts of at most 30 seconds. */
const timeout = 30_000;
/** Maximum size of a response, in bytes. Patches are smaller than objects, and those have 3 MiB. */
const maxResponseBytes = 8 * 1024 * 1024;

/** A client for one webhook. */
export interface HookClient {
  readonly client: RESTClient;
  readonly address: HookAddress;
  /** Headers of each request. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Creates clients for webhooks, and keeps them with their connections. Webhooks with the same
 * address and authorities share a client (Go: webhook.ClientManager).
 */
export class HookClients {
  readonly #users: HookUsers;
  readonly #resolve: ServiceResolver;
  readonly #clients = new Cache<string, Promise<RESTClient>>(
    "webhook clients",
    // A key contains the authorities, which the client contains too.
    (_, key) => clientBytes + 2 * key.length,
  );

  constructor(users: HookUsers, resolve: ServiceResolver = byName) {
    this.#users = users;
    this.#resolve = resolve;
  }

  /**
   * Returns the client of a webhook.
   * @param name name of the webhook, for messages
   * @throws Error for an address, authorities or credentials that cannot be used
   */
  async clientFor(name: string, config: DeepReadonly<WebhookClientConfig>): Promise<HookClient> {
    const address = addressOf(name, config);
    const { service, target, origin } = address;
    const server =
      service === undefined ? origin : (await this.#resolve(service.namespace, service.name, service.port)).origin;
    const { caBundle = "" } = config;
    const key = JSON.stringify([server, target, service !== undefined, caBundle]);
    const client = await this.#kept(key, () => this.#newClient(server, address, caBundle));
    // The webhook sees its own name also if a resolver has returned another address.
    return { client, address, headers: service === undefined ? {} : { host: target } };
  }

  /** Returns the client with a key, or creates it. */
  #kept(key: string, make: () => Promise<RESTClient>): Promise<RESTClient> {
    const known = this.#clients.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#clients.set(key, made);
    // A failure is not kept, because a file with credentials may be readable later.
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
      // Warnings in headers of the response are ignored: a webhook sends its warnings in the
      // AdmissionReview.
      onWarning: () => undefined,
    });
  }
}

/**
 * Decodes the authorities of a webhook.
 * @throws Error for a string without a certificate, which would otherwise mean the system's
 * authorities
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
