import type { Problem } from "../../../../engine/base/problem.js";
import { noKinds, type FoundKinds, type ImportedKind } from "../imported-kind.js";
import {
  below,
  isReadSchema,
  stringAt,
  stringsIn,
  valueInDocument,
  type DocumentPath,
  type ReadSchema,
  type SchemaAt,
} from "../schema.js";
import { groupProblem, kindProblem, versionProblem } from "../../scaffold/names.js";
import { readCRD, served, type ReadCRD } from "./crd-form.js";
import { resourceMarkers, versionMarkers } from "./crd-markers.js";
import { nameProblems, printColumnProblems, type FaultAt } from "./crd-names.js";
import { versionsOfCRD } from "./crd-versions.js";
import { importProblems } from "../problem-codes.js";

/**
 * Returns the kind of a CRD in each of its versions, or the reasons why the CRD cannot be imported.
 * Returns neither for a CRD of another group than `only`.
 */
export function kindsOfCRD(at: SchemaAt, only: string | undefined): FoundKinds {
  const { schema: crd, source, path } = at;
  const text = (...keys: readonly string[]): string => {
    const value = valueInDocument(crd, keys);
    return typeof value === "string" ? value : "";
  };
  const group = text("spec", "group");
  if (only !== undefined && group !== only) return noKinds;
  const kind = text("spec", "names", "kind");
  const versions = versionsOfCRD(crd, path);
  const positionOf = (place: DocumentPath) => source.positionOf([...path, ...place]);
  const read: ReadCRD = stringAt(crd, "apiVersion") === served ? readCRD(crd, positionOf) : { problems: [] };
  const named = (name: string, fault: string | undefined): FaultAt => ({
    path: [...path, ...name.split(".")],
    fault: fault === undefined ? undefined : `${name}: ${fault}`,
  });
  const faults: readonly FaultAt[] = [
    named("spec.group", groupProblem(group)),
    named("spec.names.kind", kindProblem(kind)),
    {
      path: [...path, "spec"],
      fault: versions.length === 0 ? "the CRD has no versions: spec.versions must list them" : undefined,
    },
    ...versions.map((version) => ({ path: [...version.path, "name"], fault: versionProblem(version.name) })),
    ...nameProblems(at),
    ...versions.flatMap(printColumnProblems),
  ];
  const problems = [
    ...(read.crd === undefined ? read.problems : []),
    ...faults.flatMap(({ path: place, fault }) =>
      fault === undefined
        ? []
        : [{ ...importProblems.is("import/invalid-crd"), message: fault, position: source.positionOf(place) }],
    ),
  ];
  if (problems.length > 0) return { ...noKinds, problems };
  const of = resourceMarkers(crd, kind);
  const isOnly = versions.length === 1;
  const kinds = versions.map((version): ImportedKind => ({
    group,
    version: version.name,
    kind,
    markers: ["+kubebuilder:object:root=true", ...versionMarkers(version, isOnly), ...of(version.isStored)],
    schema: below(at, ...version.schemaPath.slice(path.length)) ?? { ...at, schema: {} },
  }));
  const conversion = importedConversion(crd);
  return {
    kinds,
    problems: [...read.problems.map(asLoss), ...unsupported(at)],
    conversions: conversion === undefined ? new Map() : new Map([[group, conversion]]),
  };
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

/** Reports properties of a CRD that cannot be expressed as markers. */
function unsupported({ schema: crd, source, path }: SchemaAt): readonly Problem[] {
  const kind = String(valueInDocument(crd, ["spec", "names", "kind"]));
  const listKind = valueInDocument(crd, ["spec", "names", "listKind"]);
  const bundle = [...(clientConfigPath(crd) ?? []), "caBundle"];
  const lost = (keys: DocumentPath, message: string): Problem => ({
    ...importProblems.is("import/lost"),
    message,
    position: source.positionOf([...path, ...keys]),
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
    ...(hasCertificates(valueInDocument(crd, bundle))
      ? [
          lost(
            bundle,
            "the certificates of the conversion webhook are not imported: write them into a file, and add its path as caBundle to the webhook in codegen.config.json",
          ),
        ]
      : []),
  ];
}

/**
 * Returns the conversion of a CRD in the form of the option `crd.conversion` in
 * codegen.config.json; undefined for a CRD without a conversion webhook.
 */
function importedConversion(crd: ReadSchema): unknown {
  const path = clientConfigPath(crd);
  if (path === undefined) return undefined;
  const [service, url] = ["service", "url"].map((key) => valueInDocument(crd, [...path, key]));
  const versions = stringsIn(valueInDocument(crd, [...path.slice(0, -1), "conversionReviewVersions"]));
  return {
    ...(isReadSchema(service) ? { service } : {}),
    ...(typeof url === "string" ? { url } : {}),
    ...(versions.length === 0 ? {} : { conversionReviewVersions: versions }),
  };
}

/**
 * Returns the path of the conversion webhook's address; undefined for a CRD without a conversion
 * webhook.
 */
function clientConfigPath(crd: ReadSchema): DocumentPath | undefined {
  const conversion = ["spec", "conversion"];
  if (valueInDocument(crd, [...conversion, "strategy"]) !== "Webhook") return undefined;
  const webhook = [...conversion, "webhook"];
  // In v1beta1, the conversion itself has the properties of the webhook.
  const isCurrent = isReadSchema(valueInDocument(crd, webhook));
  return isCurrent ? [...webhook, "clientConfig"] : [...conversion, "webhookClientConfig"];
}

/** Reports whether a CA bundle is more than white space, which tools write as a placeholder. */
function hasCertificates(bundle: unknown): boolean {
  return typeof bundle === "string" && Buffer.from(bundle, "base64").toString("utf8").trim() !== "";
}
