import { remedyAs, addPackageMarker } from "../../engine/base/fix.js";
import { groupName } from "../../engine/markers/group-name.js";
import type { Package } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { groupGoName } from "../markers/client.js";
import { clientProblems } from "../problem-codes/client.js";
import { lowerFirstLetter, upperFirstLetter } from "../../engine/util/first-letter.js";

/** A package whose kinds have clients, with its group and version. */
export interface NamedPackage {
  readonly pkg: Package;
  readonly group: string;
  readonly version: string;
}

/**
 * Returns the name of a group in clients: the value of `+groupGoName`, or else the first label of
 * the group (`restaurant` for `restaurant.example.com`). The name of the core group is `core`.
 * Other characters than letters, digits, `_` and `$` are removed, and `_` is put before a leading
 * digit.
 */
export function goNameOf({ pkg, group }: Pick<NamedPackage, "pkg" | "group">): string {
  const label = groupGoName.read(pkg) ?? (group === "" ? "core" : (group.split(".")[0] ?? group));
  const name = label
    .split(/[^A-Za-z0-9_$]+/)
    .map((part, index) => (index === 0 ? lowerFirstLetter(part) : upperFirstLetter(part)))
    .join("");
  return /^[0-9]/.test(name) ? `_${name}` : name;
}

/** Returns the name of a version in a clientset: `restaurantV1alpha1`. */
export function accessorOf(named: NamedPackage): string {
  return `${goNameOf(named)}${upperFirstLetter(named.version)}`;
}

/** Reports different groups that have the same name in clients. */
export function groupNameProblems(all: readonly NamedPackage[]): readonly Problem[] {
  return all.flatMap((named): Problem | [] => {
    const name = goNameOf(named);
    const first = all.find((other) => goNameOf(other) === name);
    if (first === undefined || first.group === named.group) return [];
    const position = (groupGoName.find(named.pkg) ?? groupName.find(named.pkg))?.position ?? named.pkg.position;
    return {
      ...clientProblems.is("client/same-group-name"),
      message: `the groups ${named.group} and ${first.group} (${first.pkg.id}) have the same name in clients: ${name}`,
      ...remedyAs(`set another name for one of the groups: +groupGoName=${upperFirstLetter(name)}2`, {
        ...addPackageMarker(named.pkg.id, `+groupGoName=${upperFirstLetter(name)}2`),
        isExample: true,
      }),
      position,
    };
  });
}
