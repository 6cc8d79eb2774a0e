import type { GroupVersionKind, OpenAPISchema } from "@apimachinery/runtime";
import { mediaTypes, streamTypes } from "../negotiation/media-types.js";
import type { Parameter } from "./parameters.js";

/** An operation of OpenAPI 3.0, with Kubernetes' extensions. */
export interface OpenAPIOperation {
  readonly tags: readonly string[];
  readonly description: string;
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: OpenAPIContent; readonly required?: true };
  readonly responses: Readonly<Record<string, OpenAPIResponse>>;
  readonly "x-kubernetes-action"?: string;
  readonly "x-kubernetes-group-version-kind"?: GroupVersionKind;
}

export interface OpenAPIResponse {
  readonly description: string;
  readonly content?: OpenAPIContent;
}

/** Schemas of the body, by media type. */
export type OpenAPIContent = Readonly<Record<string, { readonly schema: OpenAPISchema }>>;

/** The operations of a path by HTTP method, and their common parameters. */
export interface PathItem {
  readonly get?: OpenAPIOperation;
  readonly put?: OpenAPIOperation;
  readonly post?: OpenAPIOperation;
  readonly delete?: OpenAPIOperation;
  readonly patch?: OpenAPIOperation;
  readonly head?: OpenAPIOperation;
  readonly parameters?: readonly Parameter[];
}

export type Paths = Readonly<Record<string, PathItem>>;

/** Media types of a body that contains a single object. */
export const objectTypes: readonly string[] = [...mediaTypes].sort();

/** Media types of a body that contains a list or the events of a watch. */
export const listTypes: readonly string[] = [...mediaTypes, ...streamTypes(mediaTypes)].sort();

const texts: Readonly<Record<string, string>> = { 200: "OK", 201: "Created", 202: "Accepted" };

export function content(types: readonly string[], schema: OpenAPISchema): OpenAPIContent {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

/**
 * Returns the responses of an operation.
 * @param schemas schemas of the bodies, by status code
 */
export function responses(
  schemas: Readonly<Record<string, OpenAPISchema>>,
  types = objectTypes,
): Readonly<Record<string, OpenAPIResponse>> {
  return Object.fromEntries(
    Object.entries(schemas).map(([code, schema]) => [
      code,
      { description: texts[code] ?? "", content: content(types, schema) },
    ]),
  );
}

/**
 * Returns the name of a group in operation ids and tags, such as
 * `restaurantProgrammingKubernetesInfo`. Omits the domain of Kubernetes' groups.
 */
export function groupIdentifier(group: string): string {
  const words = group.replace(/\.k8s\.io$/, "").split(/[^A-Za-z0-9_]+/);
  return words.map((word, index) => (index === 0 ? word : capitalised(word))).join("");
}

/** Returns the name of a subresource in operation ids. */
export function titled(name: string): string {
  return name.split("-").map(capitalised).join("");
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
