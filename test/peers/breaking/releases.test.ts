import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runHere } from "../../cmd/run-here.js";
import { temporaryFolder } from "../../engine/temporary-folder.js";
import { selectedCases } from "../../sizes.js";
import { whyNoKubernetes } from "../binaries.js";
import { whyNoEtcd } from "../etcd.js";
import { expectExplained } from "./alarms.js";
import { ExampleCluster } from "./example-cluster.js";
import { goModule } from "./go-module.js";
import { projects } from "./projects.js";

function definitionsIn(folder: string, files: RegExp): string {
  const names = readdirSync(folder)
    .filter((name) => files.test(name))
    .sort();
  return names.map((name) => readFileSync(join(folder, name), "utf8")).join("\n---\n");
}

const whyNoCluster = whyNoKubernetes() ?? whyNoEtcd();

describe("the definitions of two releases", () => {
  let cluster: ExampleCluster | undefined;
  beforeAll(async () => {
    if (whyNoCluster === undefined) cluster = await ExampleCluster.start();
    else console.warn(`no example is sent to kube-apiserver, ${whyNoCluster}`);
  });
  afterAll(async () => {
    await cluster?.remove();
  });

  test.each(selectedCases(projects, { long: 3 }))(
    "$name: each alarm is explained in README.md, and kube-apiserver gives the answers of the examples",
    async (project) => {
      const { name, module, old, now, folder, files } = project;
      const [before, after] = [old, now].map((version) => goModule(`${module}@${version}`));
      if (before === undefined || after === undefined) {
        console.warn(`${module} cannot be fetched`);
        return;
      }
      const texts = [before, after].map((root) => definitionsIn(join(root, folder), files));
      const work = temporaryFolder({ "old.yaml": texts[0] ?? "", "new.yaml": texts[1] ?? "" });
      const args = ["breaking", "--crd", "old.yaml", "new.yaml", "--format", "json", "--seed", "1", "--samples", "40"];
      const { stdout } = await runHere(work, args);
      expectExplained(`${name} ${old} to ${now}`, stdout);
      expect(await cluster?.wrongExamples(texts, stdout)).toEqual(cluster === undefined ? undefined : []);
    },
  );
});
