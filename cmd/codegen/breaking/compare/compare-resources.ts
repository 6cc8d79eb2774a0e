import type { Kind, Resource } from "../form/api.js";
import type { Change, ChangeCode, Severity } from "../form/change.js";

/**
 * Compares how two states of a kind are served: names, scope, subresources and columns.
 *
 * @param ofVersion false for the names and the scope, true for what each version of a definition
 * has; by default, all are compared
 */
export function compareResources(old: Kind, now: Kind, ofVersion?: boolean): readonly Change[] {
  if (old.resource === undefined || now.resource === undefined) return [];
  const make = ([code, severity, detail, hint]: Found): Change => ({
    code,
    severity,
    group: now.group,
    kind: `${now.version}.${now.name}`,
    path: "",
    position: now.position,
    message: `${now.name}: ${detail}`,
    ...(hint === undefined ? {} : { hint }),
  });
  return [
    ...(ofVersion === true ? [] : compareNames(old.resource, now.resource)),
    ...(ofVersion === false ? [] : compareSubresources(old.resource, now.resource)),
    ...(ofVersion === false ? [] : compareColumns(old.resource, now.resource)),
  ].map(make);
}

type Found = readonly [code: ChangeCode, severity: Severity, detail: string, hint?: string];

function compareNames(old: Resource, now: Resource): readonly Found[] {
  const scopes = [old, now].map(({ isClusterWide }) => (isClusterWide ? "cluster" : "namespaced"));
  const removed = old.shortNames.filter((name) => !now.shortNames.includes(name));
  return [
    ...(old.isClusterWide === now.isClusterWide
      ? []
      : [["changed-scope", "breaking", `the scope was ${scopes.join(" and is ")}`] as const]),
    ...(old.plural === now.plural
      ? []
      : [["renamed-resource", "breaking", `the resource was ${old.plural} and is ${now.plural}`] as const]),
    ...removed.map((name) => ["removed-short-name", "breaking", `the short name ${name} was removed`] as const),
  ];
}

function compareSubresources(old: Resource, now: Resource): readonly Found[] {
  const removed = old.subresources.filter((name) => !now.subresources.includes(name));
  const added = now.subresources.filter((name) => !old.subresources.includes(name));
  return [
    ...removed.map((name) => ["removed-subresource", "breaking", `the subresource ${name} was removed`] as const),
    ...added.map((name): Found => {
      if (name !== "status") return ["added-subresource", "compatible", `the subresource ${name} is new`];
      const detail = "the subresource status is new: writes of the main resource lose the status";
      return [
        "added-subresource",
        "breaking",
        detail,
        "add it in a new version, after its clients write to the subresource",
      ];
    }),
  ];
}

function compareColumns(old: Resource, now: Resource): readonly Found[] {
  return [...new Set([...old.columns.keys(), ...now.columns.keys()])].flatMap((name): readonly Found[] => {
    const [before, after] = [old.columns.get(name), now.columns.get(name)];
    if (before === after) return [];
    const how = before === undefined ? "is new" : after === undefined ? "was removed" : "was changed";
    return [["changed-column", "compatible", `the column ${name} ${how}`]];
  });
}
