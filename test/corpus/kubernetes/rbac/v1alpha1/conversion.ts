import { groupVersionString, parseGroupVersion, type ConversionScope } from "@apimachinery/runtime";
import type * as rbac from "../types.js";
import type * as v1alpha1 from "./types.js";
import {
  autoConvert_rbac_Subject_To_v1alpha1_Subject,
  autoConvert_v1alpha1_Subject_To_rbac_Subject,
} from "./zz_generated.conversion.js";
import { GroupName, SchemeGroupVersion } from "./zz_generated.register.js";

/**
 * In v1alpha1, the user `*` represents all authenticated users. Later versions have a group for
 * them.
 */
export function Convert_v1alpha1_Subject_To_rbac_Subject(
  input: v1alpha1.Subject,
  scope: ConversionScope,
): rbac.Subject {
  const subject = autoConvert_v1alpha1_Subject_To_rbac_Subject(input, scope, { apiGroup: groupOf(input) });
  const isEveryone = input.kind === "User" && input.name === "*";
  return isEveryone ? { ...subject, kind: "Group", name: "system:authenticated" } : subject;
}

export function Convert_rbac_Subject_To_v1alpha1_Subject(
  input: rbac.Subject,
  scope: ConversionScope,
): v1alpha1.Subject {
  return autoConvert_rbac_Subject_To_v1alpha1_Subject(input, scope, {
    apiVersion: versionOf(input.kind, input.apiGroup),
  });
}

/** Returns the group of a subject. For known kinds, the apiVersion in the object is ignored. */
function groupOf({ kind, apiVersion = "" }: v1alpha1.Subject): string {
  if (kind === "ServiceAccount") return "";
  if (kind === "User" || kind === "Group") return GroupName;
  try {
    return parseGroupVersion(apiVersion).group;
  } catch {
    return "";
  }
}

function versionOf(kind: string, apiGroup: string): string {
  if (kind === "ServiceAccount" && apiGroup === "") return "v1";
  if ((kind === "User" || kind === "Group") && apiGroup === GroupName) return groupVersionString(SchemeGroupVersion);
  return groupVersionString({ group: apiGroup, version: "" });
}
