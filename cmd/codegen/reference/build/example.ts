import type { TypeDeclaration, Universe } from "../../../../engine/model/universe.js";
import { printYAML } from "../../../../engine/print/yaml/print-yaml.js";
import type { JSONSchema } from "../../../../generators/crd-schemas/schema/json-schema.js";
import { answerOfDefinition } from "../../../../runtime/crd/index.js";
import { smallerObjects } from "../../breaking/samples/shrink.js";
import { sampleOf, type Extent } from "../../samples/value.js";
import type { ExampleObject } from "../model.js";

/** A kind for which examples are made. */
export interface ExampleKind {
  readonly universe: Universe;
  /** Objects of all kinds from files. */
  readonly samples: readonly ExampleSample[];
  readonly apiVersion: string;
  readonly type: TypeDeclaration;
  readonly isClusterWide: boolean;
  readonly schema: JSONSchema;
}

/** An object from a file, which may become an example. */
export interface ExampleSample {
  readonly file: string;
  readonly object: JSONObject;
}

interface JSONObject {
  readonly [key: string]: unknown;
}

/**
 * Returns up to three examples, which an API server accepts according to the schema of the kind:
 * the first valid sample of the kind, its smallest valid object, and an object with all fields that
 * clients set, or only the outer fields if it would be too long. Hand-written validation is not
 * checked.
 */
export function examplesOf(kind: ExampleKind): readonly ExampleObject[] {
  const isValid = (object: JSONObject): boolean => errorsOf(kind.schema, object).length === 0;
  const sample = kind.samples.find(
    ({ object }) => object["apiVersion"] === kind.apiVersion && object["kind"] === kind.type.name && isValid(object),
  );
  const [whole, isWhole] = wholeObject(kind);
  const least = madeObject(kind, {});
  const small = isValid(least) ? least : isValid(whole) ? shrunk(whole, isValid) : undefined;
  const found = [
    ...(sample === undefined ? [] : [{ title: `From ${sample.file}`, object: sample.object }]),
    ...(small === undefined ? [] : [{ title: "Smallest valid object", object: small }]),
    ...(isValid(whole) ? [{ title: isWhole ? "With all fields" : "With more fields", object: whole }] : []),
  ].map(({ title, object }) => ({ title, yaml: inOrder(object) }));
  return found.filter(({ yaml }, index) => found.findIndex((other) => other.yaml === yaml) === index);
}

function madeObject({ universe, apiVersion, type, isClusterWide }: ExampleKind, extent: Extent): JSONObject {
  const { value } = sampleOf(universe, type, extent);
  const metadata = {
    name: `my-${type.name.toLowerCase()}`,
    ...(isClusterWide ? {} : { namespace: "default" }),
  };
  return { apiVersion, kind: type.name, metadata, ...(value as JSONObject) };
}

/**
 * Returns an object with all fields. If its YAML is too long, includes only fields down to a
 * smaller depth.
 */
function wholeObject(kind: ExampleKind): readonly [object: JSONObject, isWhole: boolean] {
  let [object, text] = [repairedObject(kind, 1), ""];
  for (let depth = 2; ; depth++) {
    const deeper = repairedObject(kind, depth);
    const longer = inOrder(deeper);
    if (longer === text) return [object, true];
    if (longer.split("\n").length > maxLines) return [object, false];
    [object, text] = [deeper, longer];
  }
}

/** Returns an object without the properties that its rules refuse. */
function repairedObject(kind: ExampleKind, depth: number): JSONObject {
  const object = structuredClone(madeObject(kind, { depth, items: true }));
  for (let tries = 0; tries < maxRepairs; tries++) {
    const paths = errorsOf(kind.schema, object);
    if (paths.length === 0 || !paths.map((path) => removeAt(object, path)).includes(true)) break;
  }
  return object;
}

/** Returns the field paths of the errors of an object. */
function errorsOf(schema: JSONSchema, object: JSONObject): readonly string[] {
  return answerOfDefinition(schema, object).errors.map(({ field }) => field);
}

/** Maximum number of lines in an example. */
const maxLines = 120;

const maxRepairs = 20;

/**
 * Removes properties and items of an object while it stays valid. Keeps apiVersion, kind and
 * metadata, and does not shorten strings.
 */
function shrunk(object: JSONObject, isValid: (object: JSONObject) => boolean): JSONObject {
  const smaller = (smallerObjects(object, () => []) as readonly JSONObject[]).find(isValid);
  return smaller === undefined ? object : shrunk(smaller, isValid);
}

/**
 * Removes the innermost property or item on a path. Returns false if the path contains only the
 * identity of the object.
 */
function removeAt(object: JSONObject, path: string): boolean {
  let [at, place]: [unknown, (() => void) | undefined] = [object, undefined];
  for (const step of path.match(/[^.[\]]+/g) ?? []) {
    if (Array.isArray(at)) at = (at as readonly unknown[])[Number(step)];
    else if (typeof at === "object" && at !== null && Object.hasOwn(at, step)) {
      const owner = at as Record<string, unknown>;
      if (!["apiVersion", "kind", "metadata"].includes(step) || owner !== object)
        place = () => {
          Reflect.deleteProperty(owner, step);
        };
      at = owner[step];
    }
  }
  place?.();
  return place !== undefined;
}

/** Returns an object as YAML: first apiVersion, kind and metadata, then the other properties. */
function inOrder({ apiVersion, kind, metadata, ...rest }: JSONObject): string {
  const one = (value: object): string => (Object.keys(value).length === 0 ? "" : printYAML(value));
  return `${printYAML({ apiVersion, kind })}${printYAML({ metadata })}${one(rest)}`;
}
