import { measureSize } from "./size.js";
import { heading, row, title } from "./print.js";
import { hasKubernetes, kubernetes, kubernetesTypes, pizza, repository, type Project } from "./project.js";
import { measureEdits, measureGenerators, measureScaling, measureStages, type Bench } from "./jobs.js";
import { run } from "./child.js";
import { medianCost } from "./statistics.js";

/**
 * @file Benchmarks of the command. With `--quick`, each job runs once, and the API groups have
 * fewer copies. The results are only printed: no result is an error.
 */

const quick = process.argv.includes("--quick");
const bench: Bench = { runs: quick ? 1 : 5, copies: quick ? [1, 2] : [1, 4, 16], quick };
const corpora = process.env["CORPORA"];
const large = (copies: number): Project =>
  hasKubernetes(corpora) ? kubernetes(corpora, copies) : kubernetesTypes(copies);

console.log(
  `Node ${process.version}, ${process.platform} ${process.arch}; ${quick ? "one run each" : `medians of ${String(bench.runs)}`}`,
);
if (!hasKubernetes(corpora)) {
  console.log(
    "CORPORA names no folder with Kubernetes' own types, so the groups of kubernetes-types are used instead, without conversions.",
  );
}
console.log(`Go's tools, measured separately on the same kind of machine: deepcopy-gen, defaulter-gen and conversion-gen over all of
Kubernetes' pkg/apis, which is 1.5 times as much, 10.2 s and 1.1 GB with a warm build cache; over sample-apiserver's three packages 5.7 s, and 10.3 s cold.`);

title("Node without a program");
heading();
row("node -e 0", medianCost(Array.from({ length: bench.runs }, () => run(["-e", "0"], repository))));
await withProject("The pizza API", pizza(), (project) => measureEdits(bench, project));
await withProject(
  hasKubernetes(corpora) ? "Kubernetes' groups" : "The groups of kubernetes-types",
  large(1),
  async (project) => {
    if (!hasKubernetes(corpora)) bench.without = ["conversion", "lossy"];
    await measureEdits(bench, project);
    measureGenerators(bench, project);
    measureStages(bench, project);
    measureSize(bench, project);
  },
);
title("Several copies, under other groups' names");
heading();
measureScaling(bench, large);

async function withProject(
  name: string,
  project: Project,
  work: (project: Project) => void | Promise<void>,
): Promise<void> {
  title(name);
  heading();
  try {
    await work(project);
  } finally {
    project.remove();
  }
}
