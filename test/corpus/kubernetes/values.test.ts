import { rmSync } from "node:fs";
import { join } from "node:path";
import { CodecFactory, Scheme, type RuntimeObject } from "@apimachinery/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { corpora } from "../../generators/corpora.js";
import { expected, outcome, vectors } from "../../runtime/strategicpatch/vectors.js";
import { generate, layOver } from "./overlay.js";

describe.skipIf(corpora === undefined)(
  "Kubernetes' defaults and conversions (skipped unless CORPORA names the folder of corpora)",
  () => {
    let work = "";
    const scheme = new Scheme("kubernetes");
    const codecs = new CodecFactory(scheme);

    beforeAll(async () => {
      work = layOver("values");
      await generate(work);
      for (const file of [
        "core/zz_generated.install.ts",
        "apps/install.ts",
        "autoscaling/zz_generated.install.ts",
        "batch/zz_generated.install.ts",
        "events/install.ts",
      ]) {
        const { Install } = (await import(join(work, "kubernetes", file))) as {
          readonly Install: (scheme: Scheme) => void;
        };
        Install(scheme);
      }
    });

    afterAll(() => {
      rmSync(work, { recursive: true, force: true });
    });

    /**
     * Decodes an object, sets its defaults, and converts it to the hub and then to a version, as a
     * server does.
     */
    function through(written: object, group: string, version: string): unknown {
      const { object } = codecs.universalDeserializer().decode(JSON.stringify(written), { mode: "strict" });
      scheme.default(object);
      const hub = scheme.convertToVersion(object, { group, version: "__internal" });
      return JSON.parse(codecs.encoderForVersion({ group, version }).encode(hub));
    }

    const template = {
      metadata: {},
      spec: { containers: [{ name: "web", image: "registry:5000/web", ports: [{ containerPort: 80 }] }] },
    };

    test("a deployment with 0 replicas keeps them, and one without replicas gets 1", () => {
      const deployment = (spec: object) => ({
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name: "web" },
        spec: { template, ...spec },
      });
      expect(through(deployment({ replicas: 0 }), "apps", "v1beta1")).toMatchObject({ spec: { replicas: 0 } });
      expect(through(deployment({}), "apps", "v1beta1")).toMatchObject({
        spec: {
          replicas: 1,
          strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
          revisionHistoryLimit: 10,
        },
      });
    });

    test("an empty protocol becomes TCP, and an image without a tag gets the pull policy Always", () => {
      const ports = [{ containerPort: 80, protocol: "" }];
      const pod = {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "web" },
        spec: { containers: [{ name: "web", image: "registry:5000/web", ports }] },
      };
      const container = {
        imagePullPolicy: "Always",
        ports: [{ containerPort: 80, protocol: "TCP" }],
        terminationMessagePolicy: "File",
      };
      expect(through(pod, "", "v1")).toMatchObject({
        spec: { containers: [container], dnsPolicy: "ClusterFirst", restartPolicy: "Always" },
      });
    });

    test("an annotation keeps the revision of a rollback", () => {
      const old = {
        apiVersion: "apps/v1beta1",
        kind: "Deployment",
        metadata: { name: "web" },
        spec: { template, rollbackTo: { revision: 7 } },
      };
      const shown = through(old, "apps", "v1") as RuntimeObject;
      expect(shown).toMatchObject({ metadata: { annotations: { "deprecated.deployment.rollback.to": "7" } } });
      expect(through(shown, "apps", "v1beta1")).toMatchObject({
        metadata: { name: "web" },
        spec: { rollbackTo: { revision: 7 } },
      });
    });

    test("annotations of v1 keep an autoscaler's other metrics and its behavior", () => {
      const pods = {
        type: "Pods",
        pods: { metric: { name: "requests" }, target: { type: "AverageValue", averageValue: "10" } },
      };
      const cpu = {
        type: "Resource",
        resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } },
      };
      const written = {
        apiVersion: "autoscaling/v2",
        kind: "HorizontalPodAutoscaler",
        metadata: { name: "web" },
        spec: {
          scaleTargetRef: { kind: "Deployment", name: "web" },
          maxReplicas: 5,
          metrics: [pods, cpu],
          behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
        },
      };
      const shown = through(written, "autoscaling", "v1") as {
        readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
      };
      expect(shown).toMatchObject({ spec: { targetCPUUtilizationPercentage: 60, minReplicas: 1 } });
      expect(shown.metadata.annotations["autoscaling.alpha.kubernetes.io/metrics"]).toBe(
        '[{"type":"Pods","pods":{"metricName":"requests","targetAverageValue":"10"}}]',
      );
      expect(shown.metadata.annotations["autoscaling.alpha.kubernetes.io/behavior"]).toContain(
        '"ScaleDown":{"StabilizationWindowSeconds":0',
      );
      expect(through(shown, "autoscaling", "v2")).toMatchObject({
        spec: { metrics: [pods, cpu], behavior: { scaleDown: { stabilizationWindowSeconds: 0, selectPolicy: "Max" } } },
      });
    });

    test("an autoscaler of v1 without metrics, or with an invalid annotation, gets a CPU target of 80%", () => {
      const annotations = { "autoscaling.alpha.kubernetes.io/metrics": "[{" };
      const written = {
        apiVersion: "autoscaling/v1",
        kind: "HorizontalPodAutoscaler",
        metadata: { name: "web", annotations },
        spec: { scaleTargetRef: { kind: "Deployment", name: "web" }, maxReplicas: 5 },
      };
      const shown = through(written, "autoscaling", "v2");
      expect(shown).toMatchObject({
        spec: { metrics: [{ type: "Resource", resource: { name: "cpu", target: { averageUtilization: 80 } } }] },
      });
      expect(shown).not.toHaveProperty("metadata.annotations");
    });

    test("a job runs one pod by default", () => {
      const job = (spec: object) => ({
        apiVersion: "batch/v1",
        kind: "Job",
        metadata: { name: "once" },
        spec: { template, ...spec },
      });
      expect(through(job({}), "batch", "v1")).toMatchObject({
        spec: { completions: 1, parallelism: 1, backoffLimit: 6 },
      });
      expect(through(job({ parallelism: 3 }), "batch", "v1")).not.toHaveProperty("spec.completions");
    });

    test("patches of pods and deployments have the same results as in Kubernetes", () => {
      const kinds: Readonly<Record<string, string>> = { Pod: "", Deployment: "apps" };
      const outcomes = vectors.map((vector) =>
        outcome(vector, scheme.schemaFor({ group: kinds[vector.type] ?? "", version: "v1", kind: vector.type })),
      );
      expect(outcomes).toStrictEqual(vectors.map(expected));
    });
  },
);
