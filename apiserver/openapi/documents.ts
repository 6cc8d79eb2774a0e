import { createHash } from "node:crypto";
import type { Scheme } from "@apimachinery/runtime";
import type { ResourceInfo } from "../server/api-group.js";
import { resourcePaths } from "./paths.js";
import { SchemaComponents } from "./schemas.js";

/** A document with the hash by which clients keep it. */
export interface OpenAPIDocument {
  readonly text: string;
  /** SHA-512 in capitals. */
  readonly hash: string;
}

export interface DocumentedVersion {
  readonly scheme: Scheme;
  readonly group: string;
  readonly version: string;
  readonly resources: ReadonlyMap<string, ResourceInfo>;
}

/** The OpenAPI 3.0 document of one group-version. @param title of the server */
export function versionDocument({ scheme, group, version, resources }: DocumentedVersion, title: string): OpenAPIDocument {
  const components = new SchemaComponents({ group, version });
  const root = `/apis/${group}/${version}`;
  const paths = [...resources].map(([resource, { store }]) => {
    const kind = { group, version, kind: store.kind.kind };
    const object = components.ref(scheme.schemaFor(kind));
    const list = components.ref(scheme.schemaFor({ ...kind, kind: `${kind.kind}List` }));
    return resourcePaths({ root, resource, isNamespaced: store.strategy.isNamespaced, kind, object, list });
  });
  const all: Readonly<Record<string, unknown>> = Object.assign({}, ...paths) as Record<string, unknown>;
  return documentOf({ openapi: "3.0.0", info: { title, version }, paths: all, components: { schemas: components.all() } });
}

/** `/openapi/v3`: where the documents are, each with its hash, so that it can be kept for ever. @param documents by path */
export function rootDocument(documents: ReadonlyMap<string, OpenAPIDocument>): OpenAPIDocument {
  const paths = [...documents].map(([path, { hash }]) => [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }] as const);
  return documentOf({ paths: Object.fromEntries(paths) });
}

function documentOf(value: object): OpenAPIDocument {
  const text = JSON.stringify(value);
  return { text, hash: createHash("sha512").update(text).digest("hex").toUpperCase() };
}
