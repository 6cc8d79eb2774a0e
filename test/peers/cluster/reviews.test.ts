import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { normalReviews, titleOf, type RecordedReview } from "../../apiserver/webhook-server/recorded-review.js";
import { Webhooks } from "../../apiserver/webhook-server/webhook-harness.js";
import { group } from "../../interop/official-client.js";
import { repository } from "../../interop/repository.js";
import { ClusterKubectl } from "./cluster-kubectl.js";
import { certificateFile, leadWebhooksTo, startCustomResources } from "./custom-resources.js";
import { KubeCluster } from "./kube-cluster.js";
import { whyNoPizzaCluster } from "./pizza-cluster.js";
import type { RestartableServer } from "./restartable-server.js";
import { ReviewRecorder } from "./review-recorder.js";

/**
 * @file Records the reviews that kube-apiserver sends to the pizza webhooks. UPDATE_GOLDEN=1 writes
 * them for test/apiserver/webhook-server/recorded.test.ts.
 */

const reason = whyNoPizzaCluster();
const file = join(repository, "test/apiserver/webhook-server/recorded-reviews.json");
const alpha = `pizzas.v1alpha1.${group}`;

describe.skipIf(reason !== undefined)(["reviews of kube-apiserver", reason].filter(Boolean).join(", "), () => {
  let cluster: KubeCluster;
  let webhooks: RestartableServer;
  let recorder: ReviewRecorder;
  let admin: ClusterKubectl;
  beforeAll(async () => {
    cluster = await KubeCluster.start();
    webhooks = await startCustomResources(cluster, false);
    const [certificate, key] = [certificateFile(cluster, "tls.crt"), certificateFile(cluster, "tls.key")];
    recorder = await ReviewRecorder.start(webhooks, certificate, key);
    admin = new ClusterKubectl(await cluster.administrator(), cluster.folder);
    await leadWebhooksTo(admin, recorder.port);
  });
  afterAll(async () => {
    await recorder.close();
    await webhooks.end("SIGKILL");
    await cluster.remove();
  });

  /**
   * Leads the webhooks to the recorder, with one version of reviews, and waits until they are
   * called.
   */
  const acceptOnly = async (version: string) => {
    const conversion = { webhook: { conversionReviewVersions: [version] } };
    await admin.succeed(
      `kubectl patch crd pizzas.${group} --type=merge --patch='${JSON.stringify({ spec: { conversion } })}'`,
    );
    const change = JSON.stringify([{ op: "replace", path: "/webhooks/0/admissionReviewVersions", value: [version] }]);
    for (const kind of ["mutatingwebhookconfiguration", "validatingwebhookconfiguration"])
      await admin.succeed(`kubectl patch ${kind} ${group} --type=json --patch='${change}'`);
    const called = async () => {
      await admin.run("kubectl create --dry-run=server -f artifacts/examples/pizza-double-tomato.yaml");
      const paths = recorder.reviews.filter((review) => titleOf(review).split(" ")[1] === version);
      return new Set(paths.map(({ path }) => path.split("?", 1).join(""))).size;
    };
    await expect.poll(called).toBe(3);
    recorder.reviews.length = 0;
  };

  /** Creates, changes, applies, reads and deletes pizzas in both versions. */
  const writePizzas = async () => {
    for (const line of [
      "kubectl create -f artifacts/examples/empty-pizza.yaml",
      "kubectl create -f artifacts/examples/pizza-double-tomato.yaml",
      "kubectl apply --server-side -f artifacts/examples/pizza-margherita.yaml",
      `kubectl patch pizza double-tomato --type=merge -p '{"spec":{"toppings":[{"name":"tomato"}]}}'`,
      `kubectl patch ${alpha} margherita --type=merge -p '{"spec":{"toppings":[]}}'`,
      "kubectl label pizza empty-pizza oven=wood",
      `kubectl get ${alpha} double-tomato`,
      `kubectl get pizzas,${alpha}`,
      "kubectl delete pizzas --all",
    ])
      await admin.succeed(line);
  };

  test("the reviews of both versions are answered in the same way in process, and are those of the file", async () => {
    const recorded: RecordedReview[] = [];
    for (const version of ["v1", "v1beta1"]) {
      await acceptOnly(version);
      await writePizzas();
      recorded.push(...recorder.reviews);
    }
    const reviews = normalReviews(recorded);
    for (const { path, sent, answer } of reviews)
      expect((await new Webhooks().send(path, { body: sent })).json).toEqual(answer);
    if (process.env["UPDATE_GOLDEN"] === "1") {
      const lines = reviews.map((review) => JSON.stringify(review));
      writeFileSync(file, `[\n${lines.join(",\n")}\n]\n`);
    }
    const titles = (list: readonly RecordedReview[]) => [...new Set(list.map(titleOf))].sort();
    const written = JSON.parse(readFileSync(file, "utf8")) as RecordedReview[];
    expect(titles(reviews)).toEqual(titles(written));
  });
});
