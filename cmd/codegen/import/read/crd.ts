import type { Problem } from "../../../../engine/base/problem.js";
import { noKinds, type FoundKinds, type ImportedKind } from "../imported-kind.js";
import {
  below,
  isReadSchema,
  objectsIn,
  stringAt,
  valueInDocument,
  type DocumentPath,
  type ReadSchema,
  type SchemaAt,
  type DocumentSource,
} from "../schema.js";
import { groupProblem, kindProblem, versionProblem } from "../../scaffold/names.js";
import { importedConversion } from "./conversion.js";
import { readCRD, served, type ReadCRD } from "./crd-form.js";
import { resourceMarkers, versionMarkers } from "./crd-markers.js";
import { printColumnProblems, nameProblems } from "./crd-names.js";
import { versionsOfCRD } from "./crd-versions.js";
import { importProblems } from "../problem-codes.js";

/**
 * Returns the kind of a CRD in each of its versions, or the reasons why the CRD cannot be imported.
 * Returns neither for a CRD of another group than `only`.
 */
export function kindsOfCRD(
  source: DocumentSource,
  crd: ReadSchema,
  path: DocumentPath,
  only: string | undefined,
): FoundKinds {
  const text = (...keys: readonly string[]): string => {
    const value = valueInDocument(crd, keys);
    return typeof value === "string" ? value : "";
  };
  const group = text("spec", "group");
  if (only !== undefined && group !== only) return noKinds;
  const kind = text("spec", "names", "kind");
  const versions = versionsOfCRD(crd, path);
  const positionOf = (place: DocumentPath) => source.positionOf([...path, ...place]);
  const wrong = (keys: DocumentPath, message: string): Problem => ({
    ...importProblems.is("import/invalid-crd"),
    message,
    position: positionOf(keys),
  });
  const read: ReadCRD = stringAt(crd, "apiVersion") === served ? readCRD(crd, positionOf) : { problems: [] };
  const problems = [
    ...(read.crd === undefined ? read.problems : []),
    ...faults(groupProblem(group), ["spec", "group"], "spec.group"),
    ...faults(kindProblem(kind), ["spec", "names", "kind"], "spec.names.kind"),
    ...(versions.length === 0 ? [wrong(["spec"], "the CRD has no versions: spec.versions must list them")] : []),
    ...versions.flatMap(({ name, path: at }) => {
      const reason = versionProblem(name);
      return reason === undefined ? [] : [{ ...wrong([], reason), position: source.positionOf([...at, "name"]) }];
    }),
    ...[...nameProblems(crd, path), ...versions.flatMap(printColumnProblems)].map(({ path: at, message }) => ({
      ...wrong([], message),
      position: source.positionOf(at),
    })),
  ];
  if (problems.length > 0) return { ...noKinds, problems };
  const names = {
    ...(isReadSchema(valueInDocument(crd, ["spec", "names"]))
      ? (valueInDocument(crd, ["spec", "names"]) as ReadSchema)
      : {}),
  };
  const listKind = stringAt(names, "listKind") ?? `${kind}List`;
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
  const conversion = importedConversion(crd);
  return {
    kinds,
    problems: [...read.problems.map(asLoss), ...unsupported(source, crd, path, wrong)],
    conversions: conversion === undefined ? new Map() : new Map([[group, conversion]]),
  };

  function faults(reason: string | undefined, keys: DocumentPath, name: string): Problem[] {
    return reason === undefined ? [] : [wrong(keys, `${name}: ${reason}`)];
  }
}

/**
 * Returns the problem of an unknown field as a warning, because the types do not depend on the
 * field.
 */
function asLoss(problem: Problem): Problem {
  return problem.severity === "error"
    ? { ...problem, severity: "warning", hint: "the import ignores this part" }
    : problem;
}

function schemaAt(
  source: DocumentSource,
  path: DocumentPath,
  crd: ReadSchema,
  root: DocumentPath,
): SchemaAt | undefined {
  return below({ schema: crd, source, path: root }, ...path.slice(root.length));
}

/** Reports properties of a CRD that cannot be expressed as markers, and versions without a name. */
function unsupported(
  source: DocumentSource,
  crd: ReadSchema,
  path: DocumentPath,
  wrong: (keys: DocumentPath, message: string) => Problem,
): Problem[] {
  const kind = String(valueInDocument(crd, ["spec", "names", "kind"]));
  const listKind = valueInDocument(crd, ["spec", "names", "listKind"]);
  const lost = (keys: DocumentPath, message: string): Problem => ({
    ...wrong(keys, message),
    ...importProblems.is("import/lost"),
  });
  return [
    ...(typeof listKind === "string" && listKind !== `${kind}List`
      ? [
          lost(
            ["spec", "names", "listKind"],
            `the kind of the list is ${listKind}, which no marker can express: the imported types name it ${kind}List`,
          ),
        ]
      : []),
    ...(valueInDocument(crd, ["spec", "preserveUnknownFields"]) === true
      ? [
          lost(
            ["spec", "preserveUnknownFields"],
            "no marker can express spec.preserveUnknownFields: with the imported types, unknown fields are pruned",
          ),
        ]
      : []),
    ...objectsIn(valueInDocument(crd, ["spec", "versions"]), [...path, "spec", "versions"]).flatMap((version) =>
      stringAt(version.value, "name") === undefined
        ? [{ ...wrong([], "the version has no name"), position: source.positionOf(version.path) }]
        : [],
    ),
  ];
}
