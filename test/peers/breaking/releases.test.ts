import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { runHere } from "../../cmd/run-here.js";
import { temporaryFolder } from "../../engine/temporary-folder.js";
import { expectExplained } from "./alarms.js";
import { goModule } from "./go-module.js";

/** The definitions of two releases of a project. */
interface Project {
  readonly name: string;
  readonly module: string;
  readonly old: string;
  readonly now: string;
  readonly folder: string;
  readonly files: RegExp;
}

const projects: readonly Project[] = [
  {
    name: "Argo CD",
    module: "github.com/argoproj/argo-cd/v2",
    old: "v2.10.0",
    now: "v2.14.0",
    folder: "manifests/crds",
    files: /-crd\.yaml$/,
  },
  {
    name: "cert-manager",
    module: "github.com/cert-manager/cert-manager",
    old: "v1.18.0",
    now: "v1.21.2",
    folder: "deploy/crds",
    files: /\.yaml$/,
  },
  {
    name: "Cluster API",
    module: "sigs.k8s.io/cluster-api",
    old: "v1.7.0",
    now: "v1.10.0",
    folder: "config/crd/bases",
    files: /\.yaml$/,
  },
  {
    name: "Gateway API",
    module: "sigs.k8s.io/gateway-api",
    old: "v1.1.0",
    now: "v1.4.0",
    folder: "config/crd/standard",
    files: /^gateway.*_.*\.yaml$/,
  },
  {
    name: "Istio",
    module: "istio.io/api",
    old: "v1.22.0",
    now: "v1.26.0",
    folder: "kubernetes",
    files: /^customresourcedefinitions\.gen\.yaml$/,
  },
  {
    name: "Prometheus Operator",
    module: "github.com/prometheus-operator/prometheus-operator",
    old: "v0.75.0",
    now: "v0.85.0",
    folder: "example/prometheus-operator-crd-full",
    files: /\.yaml$/,
  },
];

function definitionsIn(folder: string, files: RegExp): string {
  const names = readdirSync(folder)
    .filter((name) => files.test(name))
    .sort();
  return names.map((name) => readFileSync(join(folder, name), "utf8")).join("\n---\n");
}

describe("the definitions of two releases", () => {
  test.each(projects)("$name: each alarm is counted and explained in README.md", async (project) => {
    const { name, module, old, now, folder, files } = project;
    const [before, after] = [old, now].map((version) => goModule(`${module}@${version}`));
    if (before === undefined || after === undefined) {
      console.warn(`${module} cannot be fetched`);
      return;
    }
    const work = temporaryFolder({
      "old.yaml": definitionsIn(join(before, folder), files),
      "new.yaml": definitionsIn(join(after, folder), files),
    });
    const args = ["breaking", "--crd", "old.yaml", "new.yaml", "--format", "json", "--seed", "1", "--samples", "40"];
    const { stdout } = await runHere(work, args);
    expectExplained(`${name} ${old} to ${now}`, stdout);
  });
});
