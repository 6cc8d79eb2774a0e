import type { NewFile } from "../files.js";
import { importsOf, importStatement, type GroupNames } from "../server/sources.js";
import { fileOf } from "../templates.js";
import {
  controllerIdentifier,
  controllerName,
  requiredFields,
  kindsImports,
  resourceOfOwned,
  type ControllerParts,
} from "./sources.js";

/**
 * Returns the unformatted file with a test, which runs the controller and a server in the test's
 * process.
 */
export function controllerTest({ universe, owner, owned }: ControllerParts): NewFile {
  const name = controllerName(owner);
  const identifier = controllerIdentifier(owner);
  const groups = [...new Set([owner.group, ...(owned === undefined ? [] : [owned.group])])];
  return fileOf(`test/${name}-controller.test.ts`, "controller/test", {
    name,
    imports: [
      ...groups.flatMap((group, index) => importsOf(group, namesOf(index), "test")),
      ...kindsImports(owner, owned, "test"),
      importStatement([identifier], `../src/controllers/${name}.js`),
    ],
    groups: groups.map((group, index) => ({ ...group, ...namesOf(index) })),
    identifier,
    kind: owner.kind.name,
    isNamespaced: owner.kind.isNamespaced,
    fields: requiredFields(universe, owner),
    hasOwned: owned !== undefined,
    ownedResource: resourceOfOwned(owner, owned),
  });
}

/**
 * Returns the local names for the generated exports of a group. The index is 0 for the reconciled
 * kind's group, and 1 for the owned kind's group.
 */
function namesOf(index: number): GroupNames {
  return index === 0
    ? { install: "Install", version: "SchemeGroupVersion" }
    : { install: "OwnedInstall", version: "OwnedGroupVersion" };
}
