import { expect, test } from "vitest";
import { deepcopy } from "../../generators/deepcopy/index.js";
import { corpora, expectedOf, loadKubernetes, planOf } from "./corpora.js";

test.skipIf(corpora === undefined)(
  "each type of Kubernetes that Go copies has a copy function (skipped unless CORPORA names the folder of corpora)",
  () => {
    const { files, problems } = planOf(deepcopy, loadKubernetes());
    expect(problems).toEqual([]);
    let compared = 0;
    for (const file of files) {
      const { types } = expectedOf(file.package).deepcopy;
      const missing = types.filter((type) => !file.exports.includes(`DeepCopy_${type}`));
      compared += types.length;
      expect({ folder: file.package, missing }).toEqual({ folder: file.package, missing: [] });
    }
    console.log(`${compared} copy functions in ${files.length} folders`);
  },
);
