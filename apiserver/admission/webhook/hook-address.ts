import type { DeepReadonly } from "@apimachinery/client";
import type { WebhookClientConfig } from "./webhook-configuration.js";
import { CallError } from "./webhook-errors.js";

/**
 * Returns the URL of a service in the cluster. Callers ignore the path of the URL (Go:
 * webhook.ServiceResolver).
 */
export type ServiceResolver = (namespace: string, name: string, port: number) => URL | Promise<URL>;

/** Returns a URL with the DNS name of the service. */
export const byName: ServiceResolver = (namespace, name, port) => new URL(`https://${name}.${namespace}.svc:${port}`);

/** Address of a webhook. */
export interface HookAddress {
  /** Scheme, host and port, such as `https://hooks.example.com`. */
  readonly origin: string;
  /** Escaped absolute path. */
  readonly path: string;
  /** Host and port. The credentials for the webhook are selected by this string. */
  readonly target: string;
  /** Service of the webhook; undefined for a webhook with a URL. */
  readonly service: { readonly namespace: string; readonly name: string; readonly port: number } | undefined;
}

/**
 * Returns the address of a webhook.
 * @param name name of the webhook, for messages
 * @throws CallError if the configuration has no valid address
 */
export function addressOf(name: string, { service, url = "" }: DeepReadonly<WebhookClientConfig>): HookAddress {
  if (service !== undefined) {
    const { namespace, port = 443, path = "" } = service;
    const target = `${service.name}.${namespace}.svc:${port}`;
    const named = { namespace, name: service.name, port };
    return { origin: `https://${target}`, path: cleanPath(path), target, service: named };
  }
  const fail = (why: string) => new CallError(name, why, 500);
  if (url === "") throw fail("webhook configuration must have either service or URL");
  if (!URL.canParse(url)) throw fail(`Unparsable URL: parse ${JSON.stringify(url)}: invalid URL`);
  const { protocol, host, hostname, port, pathname } = new URL(url);
  // `URL` drops the default port 443. Messages contain this port if the configuration contains it.
  const shown = /^[^:]+:\/\/[^/?#]*:443(?:[/?#]|$)/.test(url) ? `${hostname}:443` : host;
  const target = port === "" ? `${hostname}:443` : host;
  return { origin: `${protocol}//${shown}`, path: cleanPath(pathname), target, service: undefined };
}

/**
 * Returns the escaped and absolute form of a path, without the segments `.` and `..`, without empty
 * segments, and without a slash at its end, as Go's path.Join does.
 */
function cleanPath(path: string): string {
  const { pathname } = new URL(`https://host/${path.replace(/[?#]/g, encodeURIComponent)}`);
  const parts = pathname.split("/").filter((part) => part !== "");
  return `/${parts.join("/")}`;
}
