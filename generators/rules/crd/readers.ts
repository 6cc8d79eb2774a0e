import { addMarker, removeMarker, remedy, replaceMarker } from "../../../engine/base/fix.js";
import type { Marker } from "../../../engine/markers/marker.js";
import { objectOf } from "../../../engine/model/lookup.js";
import { formatNames, numberFormats, namedStringFormat } from "../../../runtime/crd/index.js";
import { kindAt, reportMarker, unknownProperty, wrongType, type MarkerSite } from "../context.js";
import { elementType } from "../native.js";
import { isInTypeRange } from "../tags/limits.js";
import { unknownFormat } from "../tags/simple.js";
import { preserveUnknownFields } from "../../markers/crd.js";
import { fieldNamesOf, keepsUnknown, markersKeepUnknown } from "../../type-schemas/unknown-fields.js";
import { counts, kindsOfCounts, type Count } from "../../../runtime/rules/published.js";
import { bounds } from "../../../runtime/schema/limits.js";
import type { LimitKind, Rule } from "../../../runtime/schema/rule.js";
import { crdPrefix, openAPIPrefix, siblingName, statedIn } from "./stated.js";
import { covers, nouns, constraintKind, type ConstraintKind } from "./value-kind.js";
import { upperFirstLetter } from "../../../engine/util/first-letter.js";

/** Input for the reader of one constraint marker. */
interface ConstraintInput extends MarkerSite {
  /** Value of the marker; undefined if the value is malformed, which the engine reports. */
  readonly value: unknown;
  /**
   * Returns another marker on the same type or field, by the last part of its name in
   * controller-gen, such as `Maximum`; undefined if that marker is missing.
   */
  readonly sibling: (name: string) => Marker | undefined;
}

type ConstraintReader = (input: ConstraintInput) => Rule | undefined;

/** Marks rules whose error messages are those of Kubernetes' validator of custom resources. */
const texts = "crd";

/**
 * Readers of constraint markers, by the last part of their name. The order is the order in which
 * Kubernetes' validator of custom resources checks the constraints.
 */
export const constraintReaders: ReadonlyMap<string, ConstraintReader> = new Map([
  ...counted("text", bounds.characters.toReversed()),
  ["Pattern", on("text", readPattern)],
  ["Format", readFormat],
  ["MultipleOf", on("number", readMultiple)],
  ["Maximum", on("number", limit("maximum", "ExclusiveMaximum"))],
  ["Minimum", on("number", limit("minimum", "ExclusiveMinimum"))],
  ...counted("list", bounds.items),
  ["UniqueItems", on("list", ({ marker }) => isTrue(marker) && { kind: "unique", texts })],
  ["Enum", readEnum],
  ...counted("object", bounds.properties.toReversed()),
  ["EmbeddedResource", embedded],
  ["XEmbeddedResource", embedded],
  ...counts.map((count) => [`${count}OneOf`, on("object", readOneOf(count))] as const),
  ["ExclusiveMaximum", on("number", exclusive("Maximum"))],
  ["ExclusiveMinimum", on("number", exclusive("Minimum"))],
]);

/** Returns a reader that reports a marker on a value of another kind instead of reading it. */
function on(kind: ConstraintKind, read: (input: ConstraintInput) => Rule | false | undefined): ConstraintReader {
  return (input) => (isOnKind(input, kind) ? read(input) || undefined : undefined);
}

/**
 * Reports whether a value has the wanted kind. If not, reports the marker as a problem, unless the
 * generators of schemas already report it.
 */
function isOnKind(site: ConstraintInput, wanted: ConstraintKind): boolean {
  const { universe } = site.reader;
  const { marker } = site;
  const { type } = site.context.value;
  if (covers(constraintKind(universe, type), wanted)) return true;
  const element = kindAt(site) === "list" ? elementType(universe, type) : undefined;
  const isOfItems = element !== undefined && covers(constraintKind(universe, element), wanted);
  // The generators of schemas already warn of openapi-gen's markers that have no effect.
  if (marker.name.startsWith(openAPIPrefix)) return false;
  const isWritten = marker.name.startsWith(`${crdPrefix}items:`);
  const text = `+${crdPrefix}items:${marker.name.slice(crdPrefix.length)}=${marker.value ?? "true"}`;
  const advice =
    isOfItems && !isWritten
      ? remedy(replaceMarker(marker, text, `to constrain the items, write ${text}`), removeMarker(marker))
      : undefined;
  wrongType(site, nouns[wanted], advice);
  return false;
}

/** Returns the readers of size limits, by the name of their marker. */
function counted(
  wanted: ConstraintKind,
  kinds: readonly LimitKind[],
): readonly (readonly [string, ConstraintReader])[] {
  return kinds.map((kind) => [
    upperFirstLetter(kind),
    on(wanted, ({ value }) => (typeof value === "number" ? { kind, limit: value, texts } : undefined)),
  ]);
}

function limit(kind: LimitKind, exclusiveName: string): ConstraintReader {
  return (input) => {
    const { value, sibling } = input;
    if (typeof value !== "number" || !fitsType(input, value)) return undefined;
    const exclusiveMarker = sibling(exclusiveName);
    const isExclusive = exclusiveMarker !== undefined && isTrue(exclusiveMarker);
    return { kind, limit: value, ...(isExclusive && { exclusive: true }), texts };
  };
}

function readMultiple(input: ConstraintInput): Rule | undefined {
  const { value } = input;
  if (typeof value !== "number") return undefined;
  if (value > 0) return fitsType(input, value) ? { kind: "multipleOf", limit: value, texts } : undefined;
  reportMarker(input, "validation/bad-marker-value", "needs a number greater than 0");
  return undefined;
}

/**
 * Reports whether a number is a possible value of the type. If not, reports the marker as a
 * problem.
 */
function fitsType(input: ConstraintInput, value: number): boolean {
  if (kindAt(input) !== "int") return true;
  if (Number.isInteger(value)) return isInTypeRange(input, BigInt(value));
  reportMarker(input, "validation/bad-marker-value", "needs a whole number, because the values are integers");
  return false;
}

/**
 * Returns a reader for the marker of an exclusive limit. The reader reports this marker if the
 * marker of the limit itself is missing. Otherwise, the reader of the limit reads both markers.
 */
function exclusive(needed: string): (input: ConstraintInput) => undefined {
  return (input) => {
    const message = `has no effect without \`+${siblingName(input.marker, needed)}\``;
    if (input.sibling(needed) === undefined) reportMarker(input, "validation/bad-marker-value", message);
    return undefined;
  };
}

function readPattern({ reader, marker, value: text, sibling }: ConstraintInput): Rule | undefined {
  if (typeof text !== "string") return undefined;
  const limit = sibling("MaxLength");
  const maxLength = limit === undefined ? undefined : statedIn(limit)?.value;
  const isAccepted = reader.acceptsPattern(text, marker, typeof maxLength === "number" ? maxLength : undefined);
  return isAccepted ? { kind: "pattern", text, texts } : undefined;
}

const ofKinds: Readonly<Partial<Record<ConstraintKind, readonly string[]>>> = {
  text: ["string"],
  number: ["number"],
  truth: ["boolean"],
};

function readEnum(input: ConstraintInput): Rule | undefined {
  const { reader, context, marker, value: given } = input;
  const kind = constraintKind(reader.universe, context.value.type);
  if (kind === "list" || kind === "object") {
    isOnKind(input, "text");
    return undefined;
  }
  const types = ofKinds[kind] ?? ["string", "number", "boolean"];
  const values = Array.isArray(given) ? (given as readonly unknown[]) : [];
  const wrong = values.find((value) => !types.includes(typeof value));
  if (wrong !== undefined || values.length === 0) {
    const text = JSON.stringify(wrong);
    const message =
      wrong === undefined ? "needs a value" : `the value ${text} is not valid: the type allows only ${nouns[kind]}`;
    const advice =
      kind === "text" && wrong !== undefined
        ? remedy(replaceMarker(marker, `+${marker.name}=${values.map((one) => quoted(one)).join(";")}`))
        : undefined;
    reportMarker(input, "validation/bad-marker-value", message, advice);
    return undefined;
  }
  // This assertion is safe, because the check above excludes all other types.
  return { kind: "enum", values: values as readonly (string | number | boolean)[], texts };
}

/**
 * Returns a member of an enumeration for the corrected marker: a string is unchanged, and any other
 * value becomes a string in quotes.
 */
function quoted(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(String(value));
}

/**
 * Reads the marker for an embedded object. For a value of the type `any`, returns no rule, because
 * the marker makes such a value an object only in a CustomResourceDefinition.
 */
function embedded(input: ConstraintInput): Rule | undefined {
  const { reader, context, marker } = input;
  if (constraintKind(reader.universe, context.value.type) === "any" || !isOnKind(input, "object")) return undefined;
  if (!isTrue(marker) || losesIdentity(input)) return undefined;
  return { kind: "embeddedResource" };
}

/**
 * Reports a marker on an object from which a server would remove the apiVersion, the kind or the
 * metadata, because its type neither has these properties nor keeps unknown fields. Returns true if
 * the marker is reported.
 */
function losesIdentity(input: ConstraintInput): boolean {
  const { marker } = input;
  const { universe } = input.reader;
  const { value, field, owner, scope } = input.context;
  const declaration = objectOf(universe, value.type)?.declaration;
  if (declaration === undefined || scope === "list values" || scope === "map values") return false;
  const known = fieldNamesOf(universe, declaration);
  const lost = ["apiVersion", "kind", "metadata"].filter((name) => !known.includes(name));
  const markers = field?.markers ?? owner.markers;
  if (lost.length === 0 || keepsUnknown(universe, declaration) || markersKeepUnknown(value.type, markers)) return false;
  const message = `a server removes unknown fields, and ${declaration.name} has no ${lost.join(", ")}`;
  const keep = addMarker(marker.position, `+${preserveUnknownFields.name}`);
  reportMarker(input, "validation/wrong-type", message, remedy(keep, removeMarker(marker)));
  return true;
}

function isTrue({ value }: Marker): boolean {
  return value !== "false";
}

/**
 * Reads `+kubebuilder:validation:Format`. Formats of numbers need no rule, because the type already
 * implies them.
 */
function readFormat(input: ConstraintInput): Rule | undefined {
  const { reader, context, value: name } = input;
  if (typeof name !== "string") return undefined;
  const kind = constraintKind(reader.universe, context.value.type);
  if (kind === "number" && numberFormats.includes(name)) return undefined;
  if (!isOnKind(input, "text")) return undefined;
  const test = namedStringFormat(name);
  if (test !== undefined) return test === null ? undefined : { kind: "format", format: name, texts };
  unknownFormat(input, name, formatNames, "uri");
  return undefined;
}

/** Returns the reader of a marker that lists properties, a certain number of which must be set. */
function readOneOf(count: Count): ConstraintReader {
  return (input) => {
    const names = (input.marker.value ?? "").split(";").map((name) => name.trim());
    const object = objectOf(input.reader.universe, input.context.value.type);
    const fields = object?.shape.fields ?? [];
    for (const name of names) {
      const field = fields.find((candidate) => candidate.name === name);
      if (field?.optional === true) continue;
      const problem = `the property \`${name}\` must be optional, because a property without \`?\` is always set`;
      if (field === undefined) unknownProperty(input, object?.declaration.name ?? "the object", fields, name);
      else reportMarker(input, "validation/unknown-property", problem);
      return undefined;
    }
    return { kind: kindsOfCounts[count], members: names.map((name) => ({ name, value: name })), texts };
  };
}
