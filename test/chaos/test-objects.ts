import { createHash } from "node:crypto";
import type { APIObject } from "@apimachinery/client";
import type { GroupVersionKind } from "@apimachinery/runtime";
import type { Condition, Sighting } from "./history.js";

/** A tree of JSON objects. */
interface Tree {
  [key: string]: unknown;
}

export interface TestObjectsOptions {
  readonly kind: GroupVersionKind;
  /** Fields that all objects have, except for apiVersion, kind and name. */
  readonly template: object;
  /** Path of the field that gets the text of each write. */
  readonly valuePath: readonly string[];
}

/** Path of an annotation, which every kind has. */
export const defaultValuePath: readonly string[] = ["metadata", "annotations", "chaos/value"];
/**
 * The annotation that repeats the text and adds a filler. An object is complete if both fields
 * belong to the same write.
 */
const copyPath: readonly string[] = ["metadata", "annotations", "chaos/copy"];

/** Makes the objects of a run, and reads the objects of responses. */
export class TestObjects {
  readonly #options: TestObjectsOptions;

  constructor(options: TestObjectsOptions) {
    this.#options = options;
  }

  /** Returns an object with the text of a write. */
  make(name: string, value: string, condition: Condition = {}): APIObject {
    const { kind, template } = this.#options;
    const { metadata = {}, ...rest } = structuredClone(template) as { metadata?: Tree };
    const object = {
      apiVersion: kind.group === "" ? kind.version : `${kind.group}/${kind.version}`,
      kind: kind.kind,
      ...rest,
      metadata: { ...metadata, name, ...requirement(condition) },
    };
    this.#mark(object, value);
    return object;
  }

  /** Returns a merge patch that stores the text of a write. */
  patch(value: string, condition: Condition = {}): object {
    const patch = { metadata: requirement(condition) };
    this.#mark(patch, value);
    return patch;
  }

  /** Returns the parts of an object that a history contains. */
  sighting(object: APIObject): Sighting {
    const { resourceVersion = "", name = "", uid = "" } = object.metadata;
    const value = at(object, this.#options.valuePath);
    const isWhole = typeof value === "string" && at(object, copyPath) === copyOf(value);
    return {
      name,
      revision: Number(resourceVersion),
      uid,
      value: typeof value === "string" ? value : "",
      digest: digestOf(object),
      ...(isWhole ? {} : { damage: `its text is ${JSON.stringify(value)}, but the copy is another` }),
    };
  }

  #mark(object: object, value: string): void {
    put(object as Tree, this.#options.valuePath, value);
    put(object as Tree, copyPath, copyOf(value));
  }
}

function requirement({ revision, uid }: Condition): object {
  return {
    ...(revision === undefined ? {} : { resourceVersion: String(revision) }),
    ...(uid === undefined ? {} : { uid }),
  };
}

/** Returns the text with a filler, whose length depends on the text. */
function copyOf(value: string): string {
  const length = Buffer.from(value).reduce((sum, byte) => sum + byte, 0);
  return `${value} ${"x".repeat((length * 37) % 1500)}`;
}

function at(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? (value as Tree)[key] : undefined),
    object,
  );
}

function put(object: Tree, path: readonly string[], value: string): void {
  const last = path.at(-1) ?? "";
  const parent = path.slice(0, -1).reduce<Tree>((tree, key) => {
    const child = tree[key];
    if (typeof child === "object" && child !== null) return child as Tree;
    const made: Tree = {};
    tree[key] = made;
    return made;
  }, object);
  parent[last] = value;
}

/** Returns a hash that does not depend on the order of keys. */
function digestOf(object: APIObject): string {
  const rest: Tree = { ...object, metadata: { ...object.metadata, resourceVersion: undefined } };
  delete rest["apiVersion"];
  delete rest["kind"];
  const text = JSON.stringify(rest, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
