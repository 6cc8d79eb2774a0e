import { applyJSONPatch } from "../../../apiserver/util/json-patch.js";
import { ServerLifecycle } from "../../../apiserver/server/lifecycle.js";
import { HandledKinds, schemeOf } from "../../../apiserver/webhook/handled-kinds.js";
import { webhookHandler, type WebhookHandlerConfig } from "../../../apiserver/webhook/webhook-handler.js";
import { WebhookServerMetrics } from "../../../apiserver/webhook/webhook-metrics.js";
import type { AdmissionPlugin, AnyGroupDefinition, HTTPRequest } from "@apimachinery/apiserver";
import { newRequestEntityTooLarge } from "../../../apiserver/errors/index.js";
import type { JSONValue } from "@apimachinery/runtime";
import { restaurantGroup } from "../../../cmd/pizza-apiserver/restaurant-group.js";

export const group = "restaurant.programming-kubernetes.info";

/** A JSON value whose structure the compiler does not know. */
export interface Json {
  readonly [key: string]: Json;
}

export interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly type?: string | undefined;
  /** True for a caller with a certificate of a trusted authority. */
  readonly isTrusted?: boolean;
}

/** Webhooks without sockets. Tests send their requests directly to the handler. */
export class Webhooks {
  readonly lifecycle = new ServerLifecycle();
  readonly logged: string[] = [];
  readonly #handler: ReturnType<typeof webhookHandler>;

  constructor(
    options: {
      readonly groups?: readonly AnyGroupDefinition[];
      readonly plugins?: readonly AdmissionPlugin[];
    } & Partial<Pick<WebhookHandlerConfig, "requiresCertificate" | "readiness">> = {},
  ) {
    const { groups = [restaurantGroup], plugins = [], requiresCertificate = false, readiness = [] } = options;
    const kinds = new HandledKinds(schemeOf("webhooks", groups), groups);
    this.#handler = webhookHandler({
      kinds: { convert: kinds, mutate: kinds, validate: kinds },
      plugins,
      readiness,
      requiresCertificate,
      metrics: new WebhookServerMetrics(),
      lifecycle: this.lifecycle,
      log: (message, error) => this.logged.push(`${message}: ${String(error)}`),
    });
  }

  async send(uri: string, { method = "POST", body = "", type = "application/json", isTrusted = false }: Sent = {}) {
    const [path = "", query = ""] = uri.split("?");
    const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    const certificate = {
      isTrusted,
      isFrontProxy: false,
      commonName: "",
      organizations: [],
      uids: [],
      expires: 0,
      sha256: "",
    };
    const request: HTTPRequest = {
      method,
      uri,
      path,
      query: new URLSearchParams(query),
      header: (name) => (name === "content-type" ? type : undefined),
      headerLines: () => [],
      headerNames: () => [],
      readBody: (limit) =>
        bytes.length > limit
          ? Promise.reject(newRequestEntityTooLarge(`limit is ${String(limit)}`))
          : Promise.resolve(bytes),
      peer: { certificate },
    };
    const response = await this.#handler(request);
    const text = String(response.body);
    return { status: response.status, text, json: (text.startsWith("{") ? JSON.parse(text) : {}) as Json };
  }

  /** Sends an AdmissionReview, and returns its response. */
  async review(path: string, request: object, version = "v1") {
    const { status, json } = await this.send(path, {
      body: { kind: "AdmissionReview", apiVersion: `admission.k8s.io/${version}`, request },
    });
    if (status !== 200) throw new Error(JSON.stringify(json));
    return json["response"] as Json;
  }

  /** Converts objects, and returns the response of the ConversionReview. */
  async convert(desiredAPIVersion: string, ...objects: readonly unknown[]) {
    const request = { uid: "u1", desiredAPIVersion: `${group}/${desiredAPIVersion}`, objects };
    const { json } = await this.send("/convert", {
      body: { kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1", request },
    });
    return json["response"] as Json;
  }
}

/** Returns the request of an AdmissionReview for a pizza. */
export function pizzaRequest(version: string, object: unknown, more: object = {}): object {
  return {
    uid: "u1",
    kind: { group, version, kind: "Pizza" },
    resource: { group, version, resource: "pizzas" },
    name: "a",
    namespace: "default",
    operation: "CREATE",
    userInfo: { username: "cook", groups: ["kitchen"] },
    object,
    ...more,
  };
}

export function pizza(version: string, toppings: readonly unknown[], more: object = {}): object {
  const metadata = { name: "a", namespace: "default" };
  return { apiVersion: `${group}/${version}`, kind: "Pizza", metadata, spec: { toppings }, ...more };
}

/** Returns the operations of the patch in a response. */
export function patchIn(response: Json): readonly JSONValue[] {
  const { patch } = response as { readonly patch?: unknown };
  if (typeof patch !== "string") return [];
  return JSON.parse(Buffer.from(patch, "base64").toString("utf8")) as JSONValue[];
}

/** Returns an object with the patch of a response. */
export function patched(object: object, response: Json): JSONValue {
  return applyJSONPatch(JSON.parse(JSON.stringify(object)) as JSONValue, patchIn(response));
}
