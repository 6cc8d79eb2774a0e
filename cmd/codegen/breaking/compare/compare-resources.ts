import type { APIKind, APIResourceForm } from "../form/api.js";
import { changeOfKind, type StateChange, type ChangeSeverity } from "../form/change.js";
import type { ChangeCode } from "../form/codes.js";

/** Compares the names and the scope of a kind. */
export function compareNames(old: APIKind, now: APIKind): readonly StateChange[] {
  return changesOf(old, now, namesOf);
}

/** Compares the subresources and the columns of a kind in one version. */
export function compareServing(old: APIKind, now: APIKind): readonly StateChange[] {
  return [...changesOf(old, now, subresourcesOf), ...changesOf(old, now, columnsOf)];
}

function changesOf(
  { resource: old }: APIKind,
  kind: APIKind,
  compare: (old: APIResourceForm, now: APIResourceForm) => readonly Found[],
): readonly StateChange[] {
  const { resource: now, name } = kind;
  if (old === undefined || now === undefined) return [];
  return compare(old, now).map(([code, severity, detail, hint]) =>
    changeOfKind(kind, { code, severity, message: `${name}: ${detail}`, ...(hint && { hint }) }),
  );
}

type Found = readonly [code: ChangeCode, severity: ChangeSeverity, detail: string, hint?: string];

function namesOf(old: APIResourceForm, now: APIResourceForm): readonly Found[] {
  const scopes = [old, now].map(({ isClusterWide }) => (isClusterWide ? "cluster" : "namespaced"));
  const removed = old.shortNames.filter((name) => !now.shortNames.includes(name));
  return [
    ...(old.isClusterWide === now.isClusterWide
      ? []
      : [["changed-scope", "breaking", `the scope changed from ${scopes.join(" to ")}`] as const]),
    ...(old.plural === now.plural
      ? []
      : [["renamed-resource", "breaking", `the resource was renamed from ${old.plural} to ${now.plural}`] as const]),
    ...removed.map((name) => ["removed-short-name", "breaking", `the short name ${name} was removed`] as const),
  ];
}

function subresourcesOf(old: APIResourceForm, now: APIResourceForm): readonly Found[] {
  const removed = old.subresources.filter((name) => !now.subresources.includes(name));
  const added = now.subresources.filter((name) => !old.subresources.includes(name));
  return [
    ...removed.map((name) => ["removed-subresource", "breaking", `the subresource ${name} was removed`] as const),
    ...added.map((name): Found => {
      if (name !== "status") return ["added-subresource", "compatible", `the subresource ${name} is new`];
      const detail = "the subresource status is new: requests to the main resource no longer change the status";
      const hint = "add the subresource in a new version, after clients write to it";
      return ["added-subresource", "breaking", detail, hint];
    }),
  ];
}

function columnsOf(old: APIResourceForm, now: APIResourceForm): readonly Found[] {
  return [...new Set([...old.columns.keys(), ...now.columns.keys()])].flatMap((name): readonly Found[] => {
    const [before, after] = [old.columns.get(name), now.columns.get(name)];
    if (before === after) return [];
    const how = before === undefined ? "is new" : after === undefined ? "was removed" : "was changed";
    return [["changed-column", "compatible", `the column ${name} ${how}`]];
  });
}
