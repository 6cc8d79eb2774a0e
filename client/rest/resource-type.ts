import {
  decodeJSON,
  encodeObject,
  groupVersionString,
  parseExactJSON,
  stringifyJSON,
  type GroupVersionKind,
  type KindDefinition,
  type ListMeta,
  type ObjectMeta,
  type Schema,
  type Status,
  type TypeMeta,
  type TypeSchema,
} from "@apimachinery/runtime";
import { ListMetaSchema, StatusSchema } from "@apimachinery/runtime/codegen/v1";

/** An object of any kind that has metadata. */
export interface APIObject extends TypeMeta {
  metadata: ObjectMeta;
}

/** Response of a list: a page of a collection, or the whole collection. */
export interface ObjectList<T extends APIObject> extends TypeMeta {
  metadata: ListMeta;
  items: T[];
}

/**
 * An event of a watch: a change of an object, or a bookmark. The metadata of a bookmark's object
 * contains only a resourceVersion, and sometimes annotations.
 */
export interface WatchEvent<T extends APIObject> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: T;
}

/** The last event of a watch that the server ends because of an error. */
export interface ErrorEvent {
  readonly type: "ERROR";
  readonly object: Status;
}

/**
 * A resource in one version: its path and scope, and functions that encode and decode its objects.
 */
export interface ResourceType<T extends APIObject> {
  readonly kind: GroupVersionKind;
  /** Plural name of the resource, which is part of its path. */
  readonly resource: string;
  /** `Cluster` for cluster-scoped objects; undefined for namespaced objects. */
  readonly scope?: "Cluster";
  /**
   * Decodes an object.
   * @throws Error for invalid JSON and, if the kind has generated code, for a value of a wrong type
   */
  decode(text: string): T;
  decodeList(text: string): ObjectList<T>;
  /** Decodes one line of a watch in JSON. */
  decodeEvent(line: string): WatchEvent<T> | ErrorEvent;
  encode(object: T): string;
}

/**
 * Returns the resource type of a generated kind. Its functions add required fields that a response
 * omits. In untyped fields, an integer beyond ±(2^53 - 1) is a `bigint`.
 * @throws Error for a value that is not an entry of a `Kinds` table, or a kind without a resource
 */
export function resourceOfKind<T extends APIObject>(definition: KindDefinition<T>): ResourceType<T> {
  requireDefinition(definition);
  const { schema, resource, scope } = definition;
  const kind = (schema as { readonly gvk?: GroupVersionKind }).gvk;
  if (kind === undefined)
    throw new Error(`${schema.name} has no group, version and kind; pass an entry of a generated Kinds table`);
  if (resource === undefined)
    throw new Error(`${schema.name} has no resource; pass the kind of an object, not of a list or of options`);
  const event = eventSchema(schema);
  return {
    kind,
    resource,
    ...(scope && { scope }),
    ...decodersOf(schema),
    decodeEvent: (line) => {
      const known = knownEvent.exec(line)?.[1] ?? eventType(line);
      if (known === "ERROR") return decodeJSON(errorEventSchema, line, "ignore").value;
      return decodeJSON(event, line, "ignore", "bigint").value;
    },
    encode: (object) => encodeObject(schema, object),
  };
}

/**
 * Checks an argument at run time, because callers in JavaScript have no compiler checks.
 * @throws Error for a value that is not an entry of a `Kinds` table
 */
function requireDefinition(definition: unknown): void {
  const isDefinition =
    typeof definition === "object" &&
    definition !== null &&
    "schema" in definition &&
    typeof definition.schema === "object";
  if (!isDefinition)
    throw new Error(
      `expected an entry of a generated Kinds table, such as Kinds.Pizza, but got ${JSON.stringify(definition)}`,
    );
}

/**
 * Returns a resource type for a kind without generated code. Its objects are parsed JSON and are
 * not checked. An integer beyond ±(2^53 - 1) is a `bigint`.
 */
export function untypedResource<T extends APIObject = APIObject>(
  kind: GroupVersionKind,
  resource: string,
  scope?: "Cluster",
): ResourceType<T> {
  const apiVersion = groupVersionString(kind);
  return {
    kind,
    resource,
    ...(scope && { scope }),
    decode: (text) => parseExactJSON(text) as T,
    decodeList: (text) => {
      const { items, ...rest } = parseExactJSON(text) as Partial<ObjectList<T>> & TypeMeta;
      // Servers omit kind and apiVersion in list items, so both are added.
      return {
        ...rest,
        metadata: rest.metadata ?? {},
        items: (items ?? []).map((item) => ({ ...item, apiVersion, kind: kind.kind })),
      };
    },
    decodeEvent: (line) => parseExactJSON(line) as WatchEvent<T> | ErrorEvent,
    encode: (object) => stringifyJSON(object),
  };
}

/** Matches the beginning of a watch event, as all known servers write it. */
const knownEvent = /^\{"type":"([A-Z]+)"/;

function eventType(line: string): unknown {
  const event: unknown = JSON.parse(line);
  return typeof event === "object" && event !== null && "type" in event ? event.type : undefined;
}

const text = { type: "string" } as const;
const errorEventSchema = schemaOf<ErrorEvent>({
  name: "v1.WatchEvent",
  fields: { type: text, object: { type: "ref", to: () => StatusSchema } },
});

/** Returns the functions that decode objects with a schema, and lists of these objects. */
export function decodersOf<T extends APIObject>(schema: Schema<T>): Pick<ResourceType<T>, "decode" | "decodeList"> {
  const list = listSchema(schema);
  return {
    decode: (text) => decodeJSON(schema, text, "ignore", "bigint").value,
    decodeList: (text) => decodeJSON(list, text, "ignore", "bigint").value,
  };
}

function listSchema<T extends APIObject>(schema: Schema<T>): Schema<ObjectList<T>> {
  const metadata = { type: "ref", to: () => ListMetaSchema };
  const items = { type: "list", items: { type: "ref", to: () => schema } };
  return schemaOf({ name: `${schema.name}List`, fields: { kind: text, apiVersion: text, metadata, items } });
}

function eventSchema<T extends APIObject>(schema: Schema<T>): Schema<WatchEvent<T>> {
  return schemaOf({ name: "v1.WatchEvent", fields: { type: text, object: { type: "ref", to: () => schema } } });
}

/**
 * Returns the schema itself, with the type of its objects as type parameter. The compiler cannot
 * derive this parameter from a `TypeSchema`.
 */
function schemaOf<T>(schema: TypeSchema): Schema<T> {
  return schema as Schema<T>;
}
