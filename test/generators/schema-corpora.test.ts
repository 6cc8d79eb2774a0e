import { expect, test } from "vitest";
import { schema } from "../../generators/schema/index.js";
import { corpora, loadKubernetes, planOf } from "./corpora.js";

test.skipIf(corpora === undefined)("each type of Kubernetes has a schema, and two markers get a warning", () => {
  const universe = loadKubernetes();
  const { files, problems } = planOf(schema, universe);
  expect(problems.map(({ severity, code, message }) => `${severity} ${code}: ${message}`)).toEqual([
    "warning schema/misplaced-marker: +listType has no effect: ValidatingWebhook.sideEffects is not a list",
    "warning schema/unknown-key: the items of VolumeAttributesClassList.items (VolumeAttributesClass) have no property name",
  ]);
  // No file is generated for the hub of events, which declares no types.
  expect(files).toHaveLength(41);
  for (const { package: id, exports } of files) {
    const types = Object.values(universe.packages[id]?.types ?? {}).filter(({ exported }) => exported);
    // The generator sorts the exports, so that the output does not depend on the order of
    // declarations.
    expect(exports).toEqual(
      types
        .map(({ name }) => name)
        .sort()
        .map((name) => `${name}Schema`),
    );
  }
});
