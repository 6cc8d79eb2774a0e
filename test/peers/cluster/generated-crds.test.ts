import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { committedCRDs } from "../../crd/committed-crds.js";
import { generateCRDs, peerCases } from "../../crd/peer-cases.js";
import type { CRD } from "../../../runtime/crd/index.js";
import { whyNoKubectl } from "../../interop/kubectl.js";
import { whyNoKubernetes } from "../binaries.js";
import { whyNoEtcd } from "../etcd.js";
import { ClusterKubectl } from "./cluster-kubectl.js";
import { KubeCluster } from "./kube-cluster.js";

/**
 * @file A real kube-apiserver accepts and serves every CustomResourceDefinition that this project
 * generates: those of this repository, those of the golden cases, and those of the types that
 * controller-gen's results are compared with.
 */

const reason = whyNoKubernetes() ?? whyNoEtcd() ?? whyNoKubectl();

/** Returns the generated CRDs with the place of their origin. */
async function generatedCRDs(): Promise<readonly { readonly from: string; readonly crd: CRD }[]> {
  const ofPeers = await Promise.all(
    peerCases().map(async (one) =>
      Object.values((await generateCRDs(one)).crds).map((crd) => ({ from: `controller-gen's case ${one.name}`, crd })),
    ),
  );
  return [...committedCRDs().map(({ path, crd }) => ({ from: path, crd })), ...ofPeers.flat()];
}

function nameOf({ metadata }: CRD): string {
  return (metadata as { readonly name: string }).name;
}

const crds = await generatedCRDs();

describe.skipIf(reason !== undefined)(["generated CRDs in a cluster", reason].filter(Boolean).join(", "), () => {
  let cluster: KubeCluster | undefined;
  let kubectl: ClusterKubectl;
  beforeAll(async () => {
    cluster = await KubeCluster.start();
    kubectl = new ClusterKubectl(await cluster.administrator(), cluster.folder);
  });
  afterAll(() => cluster?.remove());

  test("there are CRDs of all origins", () => {
    const origins = [/^generated\/crds\//, /^test\/golden\/crd\//, /^controller-gen's case/];
    for (const origin of origins) expect(crds.filter(({ from }) => origin.test(from)).length).toBeGreaterThan(1);
  });

  // Two cases can define the same CRD, so each one is removed again.
  test.each(crds.map(({ from, crd }) => [nameOf(crd), from, crd] as const))(
    "%s of %s is established",
    async (name, _, crd) => {
      const file = join((cluster as KubeCluster).folder, "crd.json");
      writeFileSync(file, JSON.stringify(crd));
      await kubectl.succeed(`kubectl create --validate=strict -f ${file}`);
      try {
        await kubectl.succeed(`kubectl wait --for=condition=Established --timeout=30s crd/${name}`);
        const conditions = await kubectl.succeed(
          `kubectl get crd ${name} -o jsonpath='{range .status.conditions[*]}{.type}={.status} {end}'`,
        );
        expect(conditions.trim().split(" ").toSorted()).toEqual(["Established=True", "NamesAccepted=True"]);
      } finally {
        await kubectl.succeed(`kubectl delete crd ${name} --wait`);
      }
    },
  );
});
