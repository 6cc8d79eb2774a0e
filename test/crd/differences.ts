import { isDeepStrictEqual } from "node:util";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { peer } from "./peer-cases.js";
import type { CRD, Version } from "../../runtime/crd/index.js";

/** Annotations that name the tool and its version. */
const ofTools = /^(?:controller-gen\.kubebuilder\.io|codegen\.apimachinery)\//;

/** Returns the differences of two CRDs, one a line: the path, Go's value and ours. */
export function differencesOf(theirs: CRD, ours: CRD): string[] {
  return differences("", comparable(theirs), comparable(ours));
}

/**
 * Returns a CRD with versions in the order of their names, and without the tool's name and its
 * descriptions of apiVersion and kind.
 */
function comparable(crd: CRD): object {
  const { annotations = {}, ...metadata } = crd.metadata ?? {};
  const kept = Object.entries(annotations).filter(([name]) => !ofTools.test(name));
  const versions = (crd.spec?.versions ?? []).map((one) => [one.name ?? "", withoutToolsWords(one)] as const);
  return {
    ...crd,
    metadata: { ...metadata, annotations: Object.fromEntries(kept) },
    spec: { ...crd.spec, versions: Object.fromEntries(versions) },
  };
}

function withoutToolsWords(version: Version): Version {
  const { openAPIV3Schema: root, ...others } = version.schema ?? {};
  const { apiVersion, kind, ...properties } = root?.properties ?? {};
  const bare = { apiVersion: { ...apiVersion, description: "" }, kind: { ...kind, description: "" }, ...properties };
  return { ...version, schema: { ...others, openAPIV3Schema: { ...root, properties: bare } } };
}

/** Lists whose order has no meaning. */
const sets = /\.(?:required|enum)$/;

function differences(path: string, theirs: unknown, ours: unknown): string[] {
  if (isObject(theirs) && isObject(ours)) {
    const names = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].toSorted();
    return names.flatMap((name) => differences(`${path}.${name}`, theirs[name], ours[name]));
  }
  const [left, right] = sets.test(path) ? [sorted(theirs), sorted(ours)] : [theirs, ours];
  return isDeepStrictEqual(left, right) ? [] : [`${path.slice(1)}: ${shown(theirs)} in Go, ${shown(ours)} here`];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(list: unknown): unknown {
  return Array.isArray(list) ? list.map((one: unknown) => JSON.stringify(one)).toSorted() : list;
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

/** Returns the listed differences with their reasons. */
export function listedDifferences(): { readonly line: string; readonly reason: string }[] {
  const listed: { line: string; reason: string }[] = [];
  let reason = "";
  let isReason = false;
  for (const line of readFileSync(join(peer, "differences.txt"), "utf8").split("\n")) {
    if (line.startsWith("# ")) {
      reason = isReason ? `${reason} ${line.slice(2)}` : line.slice(2);
      isReason = true;
    } else {
      isReason = false;
      if (line === "") reason = "";
      else listed.push({ line, reason });
    }
  }
  return listed;
}
