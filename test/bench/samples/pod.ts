import { numbers } from "./random.js";

type Json = string | number | boolean | Json[] | { [key: string]: Json };

const container = (name: string): Json => ({
  name,
  image: `registry.example.com/${name}:1.25`,
  command: ["/bin/serve"],
  args: ["--port", "8080", "--verbose"],
  workingDir: "/srv",
  ports: [
    { name: "http", containerPort: 8080 },
    { name: "metrics", containerPort: 9090, hostPort: 9090 },
  ],
  env: [
    { name: "MODE", value: "production" },
    { name: "TOKEN", valueFrom: { name: "tokens", key: name, optional: false } },
  ],
  resources: { limits: { cpu: "500m", memory: "128Mi" }, requests: { cpu: "100m", memory: "64Mi" } },
  volumeMounts: [
    { name: "config", mountPath: "/etc/config", readOnly: true },
    { name: "data", mountPath: "/data", subPath: name },
  ],
  livenessProbe: { path: "/healthz", port: 8080, initialDelaySeconds: 5 },
  readinessProbe: { path: "/readyz", port: "http", initialDelaySeconds: 1 },
  startupProbe: { port: 8080 },
  imagePullPolicy: "Always",
  stdin: false,
  stdinOnce: false,
  tty: false,
});

const full: Json = {
  kind: "Pod",
  apiVersion: "bench.example.com/v1",
  metadata: {
    name: "web-7d4b9c",
    generateName: "web-",
    namespace: "default",
    uid: "b0d6b5a0-1f2c-4a4e-9d4e-0a1b2c3d4e5f",
    resourceVersion: "123456",
    generation: 3,
    creationTimestamp: "2024-01-02T03:04:05Z",
    labels: { app: "web", tier: "front" },
    annotations: { "example.com/revision": "7" },
    ownerReferences: [
      {
        apiVersion: "apps/v1",
        kind: "ReplicaSet",
        name: "web",
        uid: "5f1b",
        controller: true,
        blockOwnerDeletion: true,
      },
    ],
    finalizers: ["example.com/wait"],
  },
  spec: {
    containers: [container("web"), container("proxy")],
    initContainers: [container("migrate")],
    volumes: [
      { name: "config", configMap: { name: "web" } },
      { name: "data", hostPath: "/data", sizeLimit: "1Gi" },
    ],
    restartPolicy: "Always",
    terminationGracePeriodSeconds: 30,
    activeDeadlineSeconds: 3600,
    dnsPolicy: "ClusterFirst",
    nodeSelector: { disk: "ssd" },
    serviceAccountName: "web",
    automountServiceAccountToken: true,
    nodeName: "node-1",
    hostNetwork: false,
    hostPID: false,
    hostname: "web",
    subdomain: "front",
    imagePullSecrets: [{ name: "registry" }],
    affinity: { required: [{ key: "zone", operator: "In", values: ["a", "b"] }] },
    schedulerName: "default-scheduler",
    tolerations: [{ key: "dedicated", operator: "Equal", value: "web", effect: "NoSchedule", tolerationSeconds: 300 }],
    priorityClassName: "high",
    priority: 1000,
    preemptionPolicy: "Never",
    overhead: { cpu: "10m" },
    enableServiceLinks: true,
  },
  status: {
    phase: "Running",
    hostIP: "10.0.0.1",
    podIP: "10.1.0.7",
    podIPs: ["10.1.0.7"],
    startTime: "2024-01-02T03:04:06Z",
    conditions: [
      {
        type: "Ready",
        status: "True",
        lastTransitionTime: "2024-01-02T03:04:09Z",
        reason: "Started",
        message: "all containers are ready",
      },
    ],
    containerStatuses: [
      {
        name: "web",
        ready: true,
        restartCount: 1,
        image: "registry.example.com/web:1.25",
        imageID: "sha256:4f5e",
        started: true,
      },
    ],
    qosClass: "Burstable",
  },
};

/** Names of the fields that only some objects have. All other fields are always present. */
const varying = new Set(
  (
    "initContainers activeDeadlineSeconds nodeSelector hostNetwork hostname subdomain imagePullSecrets affinity tolerations overhead " +
    "command workingDir env livenessProbe startupProbe tty initialDelaySeconds subPath annotations ownerReferences finalizers podIP reason started"
  ).split(" "),
);

/**
 * Returns `count` JSON texts that repeat a number of templates. The first template has all fields.
 * Each other template lacks about half of the varying fields, chosen at random.
 */
export function podTexts(count: number, templates: number): string[] {
  const random = numbers(templates);
  const texts = Array.from({ length: templates }, (_, i) => JSON.stringify(i === 0 ? full : thinned(full, random)));
  return Array.from({ length: count }, (_, i) => texts[i % templates] ?? "");
}

function thinned(value: Json, random: () => number): Json {
  if (Array.isArray(value)) return value.map((item) => thinned(item, random));
  if (typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !varying.has(key) || random() < 0.5)
      .map(([key, child]): [string, Json] => [key, thinned(child, random)]),
  );
}
