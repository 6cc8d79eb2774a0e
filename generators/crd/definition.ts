import { argumentsOf } from "../../engine/markers/arguments.js";
import { listArgumentsOf } from "../../engine/markers/list-arguments.js";
import type { Occurrence } from "../../engine/markers/define-marker.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { toolVersion } from "../../engine/base/tool-version.js";
import { printColumn } from "../markers/register.js";
import { columnPrefix, type ColumnView } from "../markers/parse/column.js";
import { selectableFieldsOf } from "../kinds/selectable-fields.js";
import { subresourcesOf } from "../kinds/subresources.js";
import { definitionConversion } from "./conversion.js";
import type { CustomKind, KindVersion } from "../crd-schemas/kinds.js";
import { metadata, unservedVersion } from "../markers/crd.js";
import { rootSchema } from "../crd-schemas/schema/root-schema.js";
import { versionDeprecation, isStored } from "./versions.js";

/** A CustomResourceDefinition as plain data, and the problems of its types. */
export interface PlannedDefinition {
  readonly object: { readonly [key: string]: unknown };
  readonly problems: readonly Problem[];
  /** Types that the definition describes. */
  readonly types: readonly TypeDeclaration[];
}

/** Returns the CustomResourceDefinition of a kind (apiextensions.k8s.io/v1). */
export function definitionOf(input: PlanInput, custom: CustomKind): PlannedDefinition {
  const { group, kind, plural, names } = custom;
  const versions = custom.versions.map((version) => versionOf(input, custom, version));
  const conversion = definitionConversion(
    input,
    custom,
    versions.map(({ object }) => object.schema.openAPIV3Schema),
  );
  const { annotations, labels } = metadataOf(custom);
  const { categories, shortNames, singular = kind.toLowerCase(), isClusterWide } = names;
  const object = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      annotations: { "codegen.apimachinery/version": toolVersion(), ...annotations },
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      name: `${plural}.${group}`,
    },
    spec: {
      ...(conversion.stanza === undefined ? {} : { conversion: conversion.stanza }),
      group,
      names: {
        ...(categories.length === 0 ? {} : { categories }),
        kind,
        listKind: `${kind}List`,
        plural,
        ...(shortNames.length === 0 ? {} : { shortNames }),
        singular,
      },
      scope: isClusterWide ? "Cluster" : "Namespaced",
      versions: versions.map((version) => version.object),
    },
  };
  return {
    object,
    problems: [...versions.flatMap(({ problems }) => problems), ...conversion.problems],
    types: versions.flatMap(({ types }) => [...types]),
  };
}

function versionOf(input: PlanInput, custom: CustomKind, version: KindVersion) {
  const { type } = version;
  const { schema, problems, types } = rootSchema(input, type);
  const columns = printColumn.readAll(type).map(columnOf);
  const selectable = selectableFieldsOf(type).map((name) => ({ jsonPath: `.${name}` }));
  const subresources = subresourcesOf(type);
  const object = {
    ...(columns.length === 0 ? {} : { additionalPrinterColumns: columns }),
    ...versionDeprecation(input.universe, custom, version),
    name: version.version,
    schema: { openAPIV3Schema: schema },
    ...(selectable.length === 0 ? {} : { selectableFields: selectable }),
    served: !unservedVersion.has(type),
    storage: isStored(custom, version),
    ...(subresources === undefined
      ? {}
      : {
          subresources: {
            ...(subresources.scale === null
              ? {}
              : {
                  scale: Object.fromEntries(subresources.scale.map(({ name, path }) => [name, `.${path.join(".")}`])),
                }),
            ...(subresources.status ? { status: {} } : {}),
          },
        }),
  };
  return { object, problems, types };
}

function columnOf({ marker, value }: Occurrence<ColumnView>): object {
  const { name, type, format, description, priority } = value;
  const given = argumentsOf(marker.name, marker.value, columnPrefix);
  const jsonPath = "fault" in given ? "" : given.get("JSONPath");
  return {
    ...(description === undefined ? {} : { description }),
    ...(format === undefined ? {} : { format }),
    jsonPath,
    name,
    ...(priority === undefined || priority === 0 ? {} : { priority }),
    type,
  };
}

/** Returns the annotations and labels from the markers of all versions. */
function metadataOf({ versions }: CustomKind) {
  const found = { annotations: new Map<string, string>(), labels: new Map<string, string>() };
  for (const { name, value } of versions.flatMap(({ type }) => metadata.findAll(type))) {
    const given = listArgumentsOf(name, value, "kubebuilder:metadata:");
    if ("fault" in given) continue;
    for (const key of ["annotations", "labels"] as const)
      for (const pair of given.get(key) ?? []) {
        const cut = pair.indexOf("=");
        // A pair without a name is reported by the check of the marker.
        if (cut > 0) found[key].set(pair.slice(0, cut), pair.slice(cut + 1));
      }
  }
  return { annotations: Object.fromEntries(found.annotations), labels: Object.fromEntries(found.labels) };
}
