import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { isDNS1123Subdomain, isLabelKey, isLabelValue } from "../names/index.js";
import type { CRD } from "./types.js";

/** Returns the errors of a CRD's name, labels and annotations. */
export function metadataErrors({ metadata = {} }: CRD, plural: string, group: string): FieldError[] {
  const path = field.newPath("metadata");
  const { name = "", labels = {}, annotations = {} } = metadata;
  return [
    ...(name === ""
      ? [field.required(path.child("name"), "name or generateName is required")]
      : [
          ...isDNS1123Subdomain(name),
          ...(name === `${plural}.${group}` ? [] : ['must be spec.names.plural+"."+spec.group']),
        ].map((problem) => field.invalid(path.child("name"), name, problem))),
    ...Object.entries(labels).flatMap(([key, value]) => [
      ...isLabelKey(key).map((problem) => field.invalid(path.child("labels"), key, problem)),
      ...isLabelValue(value).map((problem) => field.invalid(path.child("labels"), value, problem)),
    ]),
    ...Object.keys(annotations).flatMap((key) =>
      isLabelKey(key.toLowerCase()).map((problem) => field.invalid(path.child("annotations"), key, problem)),
    ),
  ];
}

/**
 * Reports whether an API group is reserved for Kubernetes. Definitions in such a group need an
 * approval annotation.
 */
export function isProtectedGroup(group: string): boolean {
  return /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
}

const approval = "api-approved.kubernetes.io";

/** Returns the error of a CRD in a reserved group without a valid approval annotation. */
export function approvalErrors({ metadata = {} }: CRD, group: string): FieldError[] {
  if (!isProtectedGroup(group)) return [];
  const path = field.newPath("metadata", "annotations").key(approval);
  const value = metadata.annotations?.[approval] ?? "";
  const must = `protected groups must have approval annotation ${JSON.stringify(approval)}`;
  const see = "see https://github.com/kubernetes/enhancements/pull/1111";
  if (value === "") return [field.required(path, `${must}, ${see}`)];
  if (value.startsWith("unapproved") || /^[a-z][a-z0-9+.-]*:\/\/[^/]+/i.test(value)) return [];
  return [field.invalid(path, value, `${must} with either a URL or a reason starting with "unapproved", ${see}`)];
}
