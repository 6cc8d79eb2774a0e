import {
  decodeJSON,
  encodeObject,
  groupVersionString,
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

/** An object with metadata, of any kind. */
export interface APIObject extends TypeMeta {
  metadata: ObjectMeta;
}

/** A page of a collection, or all of it. */
export interface ObjectList<T extends APIObject> extends TypeMeta {
  metadata: ListMeta;
  items: T[];
}

/**
 * What a watch tells. A bookmark's object has nothing but a resourceVersion, and perhaps
 * annotations.
 */
export interface WatchEvent<T extends APIObject> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: T;
}

/** A failure that a watch ends with. */
export interface ErrorEvent {
  readonly type: "ERROR";
  readonly object: Status;
}

/** A resource in one version: where it is, and what its objects are like on the wire. */
export interface ResourceType<T extends APIObject> {
  readonly kind: GroupVersionKind;
  /** In the plural, as paths have it. */
  readonly resource: string;
  /** @throws Error for what is not of the kind */
  decode(text: string): T;
  decodeList(text: string): ObjectList<T>;
  /** One line of a watch. */
  decodeEvent(line: string): WatchEvent<T> | ErrorEvent;
  encode(object: T): string;
}

/**
 * The resource of a kind that code was generated for: what comes is decoded, so that required
 * fields are there. @throws Error for a kind without one
 */
export function resourceOfKind<T extends APIObject>(definition: KindDefinition<T>): ResourceType<T> {
  requireDefinition(definition);
  const { schema, resource } = definition;
  const kind = (schema as { readonly gvk?: GroupVersionKind }).gvk;
  if (kind === undefined) throw new Error(`${schema.name} is no kind: it has no group, version and kind`);
  if (resource === undefined) throw new Error(`${schema.name} has no resource: is it a list, or an option?`);
  const list = listSchema(schema);
  const event = eventSchema(schema);
  return {
    kind,
    resource,
    decode: (text) => decodeJSON(schema, text, "ignore").value,
    decodeList: (text) => decodeJSON(list, text, "ignore").value,
    decodeEvent: (line) => {
      const known = knownEvent.exec(line)?.[1] ?? eventType(line);
      if (known === "ERROR") return decodeJSON(errorEventSchema, line, "ignore").value;
      return decodeJSON(event, line, "ignore").value;
    },
    encode: (object) => encodeObject(schema, object),
  };
}

/**
 * JavaScript, and a table without the kind, can give anything. @throws Error for what is not an
 * entry of a `Kinds` table
 */
function requireDefinition(definition: unknown): void {
  const isDefinition =
    typeof definition === "object" &&
    definition !== null &&
    "schema" in definition &&
    typeof definition.schema === "object";
  if (!isDefinition)
    throw new Error(
      `a kind is an entry of a generated table Kinds, such as Kinds.Pizza, and not ${JSON.stringify(definition)}`,
    );
}

/** A resource of which nothing is known but its name: objects are the JSON that came. */
export function untypedResource<T extends APIObject = APIObject>(
  kind: GroupVersionKind,
  resource: string,
): ResourceType<T> {
  const apiVersion = groupVersionString(kind);
  return {
    kind,
    resource,
    decode: (text) => JSON.parse(text) as T,
    decodeList: (text) => {
      const { items, ...rest } = JSON.parse(text) as Partial<ObjectList<T>> & TypeMeta;
      // Items do not say what they are, as the list does.
      return {
        ...rest,
        metadata: rest.metadata ?? {},
        items: (items ?? []).map((item) => ({ ...item, apiVersion, kind: kind.kind })),
      };
    },
    decodeEvent: (line) => JSON.parse(line) as WatchEvent<T> | ErrorEvent,
    encode: (object) => JSON.stringify(object),
  };
}

/** How all servers write an event: its type first. */
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

function listSchema<T extends APIObject>(schema: Schema<T>): Schema<ObjectList<T>> {
  const metadata = { type: "ref", to: () => ListMetaSchema };
  const items = { type: "list", items: { type: "ref", to: () => schema } };
  return schemaOf({ name: `${schema.name}List`, fields: { kind: text, apiVersion: text, metadata, items } });
}

function eventSchema<T extends APIObject>(schema: Schema<T>): Schema<WatchEvent<T>> {
  return schemaOf({ name: "v1.WatchEvent", fields: { type: text, object: { type: "ref", to: () => schema } } });
}

/**
 * The compiler can't know which fields a type has whose kind it does not know; the interfaces above
 * say so.
 */
function schemaOf<T>(schema: TypeSchema): Schema<T> {
  return schema as Schema<T>;
}
