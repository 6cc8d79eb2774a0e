import { expect, test } from "vitest";
import { validation } from "../../generators/validation/index.js";
import { corpora, loadKubernetes, planOf } from "./corpora.js";

test.skipIf(corpora === undefined)(
  "the rules of Kubernetes' types have no problems, and every kind with rules is validated",
  () => {
    const { files, problems } = planOf(validation, loadKubernetes(), (id, symbol) => ({
      symbol,
      from: `${id}/zz_generated.schema.ts`,
    }));
    expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
    // The hubs have no files, because the markers of their rules are in the versions.
    expect(files.filter(({ package: id }) => !/\/v\d\w*$/.test(id))).toEqual([]);
    expect(files).toHaveLength(30);
    const core = files.find(({ package: id }) => id.endsWith("/core/v1"));
    for (const name of ["Pod", "PodSpec", "ReplicationController", "Protocol"])
      expect(core?.exports).toContain(`Validate_${name}`);
    expect(core?.exports).not.toContain("Validate_PodList");
  },
);
