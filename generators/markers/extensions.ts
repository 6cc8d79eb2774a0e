import type { Marker } from "../../engine/markers/marker.js";
import type { ObjectShape, TypeDeclaration } from "../../engine/model/universe.js";
import { groupBy } from "../../engine/util/group-by.js";
import { openapiGen, union, unionDiscriminator } from "./openapi.js";
import type { MarkerKeyword } from "./constraints.js";
import { isPatchMarker, patchArgument, patchArguments } from "./patch.js";

/** Markers that become extensions of a schema. Extensions are printed in this order. */
const extensions: readonly { readonly marker: string; readonly extension: string; readonly isList?: true }[] = [
  { marker: "listType", extension: "x-kubernetes-list-type" },
  { marker: "listMapKey", extension: "x-kubernetes-list-map-keys", isList: true },
  { marker: "mapType", extension: "x-kubernetes-map-type" },
  { marker: "structType", extension: "x-kubernetes-map-type" },
  { marker: "patchStrategy", extension: "x-kubernetes-patch-strategy" },
  { marker: "patchMergeKey", extension: "x-kubernetes-patch-merge-key" },
];

/** Reports whether an extension describes how lists or maps are merged. */
export function isMerging(key: string): boolean {
  return extensions.some(({ extension }) => extension === key);
}

/**
 * Returns the extensions that the markers of a type or field declare: how lists and maps are
 * merged, whether unknown fields are kept, whether the value is an embedded object, and the
 * extensions of `+k8s:openapi-gen=x-…`.
 */
export function extensionsOf(markers: readonly Marker[]): readonly MarkerKeyword[] {
  if (markers.length === 0) return [];
  const own = markers.filter(isPatchMarker);
  const known = (own.length === 0 ? [] : extensions).flatMap(({ marker, extension, isList }): MarkerKeyword[] => {
    // On a list that is not a map list, `+listMapKey` belongs to `+k8s:unique=map`, so no extension
    // is generated.
    const isUsed = marker !== "listMapKey" || patchArgument(own, "listType") === "map";
    const values = isUsed ? patchArguments(own, marker) : [];
    return values.length === 0 ? [] : [{ key: extension, value: isList === true ? values : values[0] }];
  });
  return [...known, ...preserved(markers), ...vendorExtensions(markers)];
}

/** Names of the markers that keep the unknown fields of a value, or of the items of a list. */
export const unknownFieldMarkers: readonly string[] = [
  "kubebuilder:pruning:PreserveUnknownFields",
  "kubebuilder:validation:XPreserveUnknownFields",
  "kubebuilder:validation:items:XPreserveUnknownFields",
];

/**
 * Returns the marker of a type or field that keeps the unknown fields of its objects; undefined if
 * none exists.
 */
export function unknownFieldMarker(markers: readonly Marker[]): Marker | undefined {
  return markers.find(({ name, value }) => /^[^:]+:[^:]+:X?PreserveUnknownFields$/.test(name) && value !== "false");
}

/**
 * Returns the extensions for unknown fields and embedded objects. Reads only markers of the value
 * itself. Markers of nested values have other names, such as
 * `+kubebuilder:validation:items:XEmbeddedResource`.
 */
function preserved(markers: readonly Marker[]): readonly MarkerKeyword[] {
  const preserves = unknownFieldMarker(markers) !== undefined;
  const embeds = markers.some(({ name, value }) => /^[^:]+:[^:]+:X?EmbeddedResource$/.test(name) && value !== "false");
  return [
    ...(preserves ? [{ key: "x-kubernetes-preserve-unknown-fields", value: true }] : []),
    ...(embeds ? [{ key: "x-kubernetes-embedded-resource", value: true }] : []),
  ];
}

function vendorExtensions(markers: readonly Marker[]): readonly MarkerKeyword[] {
  const stated = groupBy(openapiGen.read({ markers }).extensions, ({ extension }) => extension);
  return Array.from(stated, ([key, all]) => {
    const texts = all.map(({ text }) => text);
    return { key, value: texts.length === 1 ? texts[0] : texts };
  });
}

/**
 * Returns the extension `x-kubernetes-unions`. It has an entry for the type itself, and one for
 * each base interface, if they have the marker `+union`. Returns an empty list if none of them has
 * it.
 * @param baseOf returns the declaration of a base interface
 */
export function unionsOf(
  type: TypeDeclaration,
  shape: ObjectShape,
  baseOf: (id: string) => TypeDeclaration | undefined,
): readonly MarkerKeyword[] {
  const own = union.has(type) ? [unionOf(shape, (from) => from === undefined)] : [];
  const inherited = shape.bases.flatMap((id) => {
    const base = baseOf(id);
    return base !== undefined && union.has(base) ? [unionOf(shape, (from) => from === id)] : [];
  });
  const unions = [...inherited, ...own];
  return unions.length === 0 ? [] : [{ key: "x-kubernetes-unions", value: unions }];
}

function unionOf({ fields }: ObjectShape, isMine: (from: string | undefined) => boolean) {
  const mine = fields.filter(({ from }) => isMine(from));
  const discriminator = mine.find(unionDiscriminator.has);
  const members = mine.filter((field) => field !== discriminator && field.optional);
  return {
    ...(discriminator === undefined ? {} : { discriminator: discriminator.name }),
    // Go's openapi-gen writes the field names of the Go struct, which begin with a capital letter.
    "fields-to-discriminateBy": Object.fromEntries(
      members.map(({ name }) => [name, name.charAt(0).toUpperCase() + name.slice(1)]),
    ),
  };
}
