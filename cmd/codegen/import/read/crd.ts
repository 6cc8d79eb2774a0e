import type { Problem } from "../../../../engine/base/problem.js";
import { nothing, type Found, type ImportedKind } from "../imported-kind.js";
import {
  below,
  isObject,
  objectsIn,
  textOf,
  valueAt,
  type Path,
  type Schema,
  type SchemaAt,
  type Source,
} from "../schema.js";
import { faultOfGroup, faultOfKind, faultOfVersion } from "../../scaffold/names.js";
import { conversionOf } from "./conversion.js";
import { readCRD, served, type ReadCRD } from "./crd-form.js";
import { resourceMarkers, versionMarkers } from "./crd-markers.js";
import { faultsOfColumns, faultsOfNames } from "./crd-names.js";
import { versionsOf } from "./crd-versions.js";
import { importProblems } from "../problem-codes.js";

/** Returns the kind of a CRD in each of its versions, or the reasons why it cannot be imported. */
export function kindsOfCRD(source: Source, crd: Schema, path: Path, only: string | undefined): Found {
  const text = (...keys: readonly string[]): string => {
    const value = valueAt(crd, keys);
    return typeof value === "string" ? value : "";
  };
  const group = text("spec", "group");
  if (only !== undefined && group !== only) return nothing;
  const kind = text("spec", "names", "kind");
  const versions = versionsOf(crd, path);
  const positionOf = (place: Path) => source.positionOf([...path, ...place]);
  const wrong = (keys: Path, message: string): Problem => ({
    ...importProblems.is("import/invalid-crd"),
    message,
    position: positionOf(keys),
  });
  const read: ReadCRD = textOf(crd, "apiVersion") === served ? readCRD(crd, positionOf) : { problems: [] };
  const problems = [
    ...(read.crd === undefined ? read.problems : []),
    ...faults(faultOfGroup(group), ["spec", "group"], "spec.group"),
    ...faults(faultOfKind(kind), ["spec", "names", "kind"], "spec.names.kind"),
    ...(versions.length === 0 ? [wrong(["spec"], "the CRD has no versions: spec.versions must list them")] : []),
    ...versions.flatMap(({ name, path: at }) => {
      const fault = faultOfVersion(name);
      return fault === undefined ? [] : [{ ...wrong([], fault), position: source.positionOf([...at, "name"]) }];
    }),
    ...[...faultsOfNames(crd, path), ...versions.flatMap(faultsOfColumns)].map(({ path: at, message }) => ({
      ...wrong([], message),
      position: source.positionOf(at),
    })),
  ];
  if (problems.length > 0) return { ...nothing, problems };
  const names = { ...(isObject(valueAt(crd, ["spec", "names"])) ? (valueAt(crd, ["spec", "names"]) as Schema) : {}) };
  const listKind = textOf(names, "listKind") ?? `${kind}List`;
  const of = resourceMarkers(crd, kind);
  const isOnly = versions.length === 1;
  const kinds = versions.map((version): ImportedKind => ({
    group,
    version: version.name,
    kind,
    listKind,
    markers: ["+kubebuilder:object:root=true", ...versionMarkers(version, isOnly), ...of(version.isStored)],
    schema: schemaAt(source, version.schemaPath, crd, path),
  }));
  const conversion = conversionOf(crd);
  return {
    kinds,
    problems: [...read.problems.map(asLoss), ...unsupported(source, crd, path, wrong)],
    conversions: conversion === undefined ? new Map() : new Map([[group, conversion]]),
  };

  function faults(fault: string | undefined, keys: Path, name: string): Problem[] {
    return fault === undefined ? [] : [wrong(keys, `${name}: ${fault}`)];
  }
}

/** Returns the problem of an unknown field as a warning: the field has no effect on the types. */
function asLoss(problem: Problem): Problem {
  return problem.severity === "error" ? { ...problem, severity: "warning", hint: "it is left out" } : problem;
}

function schemaAt(source: Source, path: Path, crd: Schema, root: Path): SchemaAt | undefined {
  return below({ schema: crd, source, path: root }, ...path.slice(root.length));
}

/** Reports properties of a CRD that markers cannot state. */
function unsupported(
  source: Source,
  crd: Schema,
  path: Path,
  wrong: (keys: Path, message: string) => Problem,
): Problem[] {
  const kind = String(valueAt(crd, ["spec", "names", "kind"]));
  const listKind = valueAt(crd, ["spec", "names", "listKind"]);
  const lost = (keys: Path, message: string): Problem => ({
    ...wrong(keys, message),
    ...importProblems.is("import/lost"),
  });
  return [
    ...(typeof listKind === "string" && listKind !== `${kind}List`
      ? [
          lost(
            ["spec", "names", "listKind"],
            `the kind of the list is ${listKind}, which no marker states: it becomes ${kind}List`,
          ),
        ]
      : []),
    ...(valueAt(crd, ["spec", "preserveUnknownFields"]) === true
      ? [lost(["spec", "preserveUnknownFields"], "spec.preserveUnknownFields has no marker: unknown fields are pruned")]
      : []),
    ...objectsIn(valueAt(crd, ["spec", "versions"]), [...path, "spec", "versions"]).flatMap((version) =>
      textOf(version.value, "name") === undefined
        ? [{ ...wrong([], "the version has no name"), position: source.positionOf(version.path) }]
        : [],
    ),
  ];
}
