import type { MergeStructure, APIValue } from "../form/api.js";
import type { FormDifference } from "./difference.js";

/** Compares the merge strategies of a list, a map or an object in server-side apply. */
export function compareStructure(old: APIValue, now: APIValue): readonly FormDifference[] {
  if (old.shape.kind === "list" && now.shape.kind === "list") return compareLists(old.structure, now.structure);
  const isGranular = ["map", "object"].includes(old.shape.kind) && old.shape.kind === now.shape.kind;
  if (!isGranular || old.structure.isAtomic === now.structure.isAtomic) return [];
  const [before, after] = [old, now].map(({ structure }) => (structure.isAtomic ? "atomic" : "granular"));
  return [difference("changed-map-type", `the map type changed from ${before ?? ""} to ${after ?? ""}`)];
}

function compareLists(old: MergeStructure, now: MergeStructure): readonly FormDifference[] {
  if (old.listType !== now.listType) {
    const isStricter = now.listType !== "atomic";
    const effect = isStricter
      ? "the server now refuses lists with equal items"
      : "in server-side apply, a manager now owns the whole list";
    return [
      difference("changed-list-type", `the list type changed from ${old.listType} to ${now.listType}: ${effect}`),
    ];
  }
  const [before, after] = [old.mapKeys.toSorted().join(", "), now.mapKeys.toSorted().join(", ")];
  if (now.listType !== "map" || before === after) return [];
  return [difference("changed-map-key", `the keys of the list changed from ${before} to ${after}`)];
}

function difference(code: FormDifference["code"], detail: string): FormDifference {
  return { code, severity: "breaking", detail };
}
