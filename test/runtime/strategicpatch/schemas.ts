import type { FieldShape, SchemaShape, TypeSchema, ValueShape } from "@apimachinery/runtime";

/** @file Schemas of Kubernetes' types with the properties and markers that the vectors need. */

const text: FieldShape = { type: "string", optional: true };
const number: FieldShape = { type: "int32", optional: true };
const texts: FieldShape = { type: "list", items: { type: "string" }, optional: true };
const map: FieldShape = { type: "map", values: { type: "string" }, optional: true };

function object(name: string, fields: SchemaShape["fields"]): TypeSchema {
  return { name: `v1.${name}`, fields };
}

function ref(schema: TypeSchema): ValueShape {
  return { type: "ref", to: () => schema };
}

function listOf(schema: TypeSchema, patchMergeKey?: string): FieldShape {
  const markers = patchMergeKey === undefined ? {} : { patchStrategy: ["merge"] as const, patchMergeKey };
  return { type: "list", items: ref(schema), optional: true, ...markers };
}

const ownerReference = object("OwnerReference", { uid: text, name: text, kind: text });
const metadata = object("ObjectMeta", {
  name: text,
  labels: map,
  annotations: map,
  finalizers: { ...texts, patchStrategy: ["merge"] },
  ownerReferences: listOf(ownerReference, "uid"),
});

const port = object("ContainerPort", { containerPort: number, protocol: text, name: text });
const env = object("EnvVar", { name: text, value: text });
const container = object("Container", {
  name: text,
  image: text,
  args: texts,
  ports: listOf(port, "containerPort"),
  env: listOf(env, "name"),
});
const emptyDir = object("EmptyDirVolumeSource", { medium: text });
const hostPath = object("HostPathVolumeSource", { path: text, type: text });
const volume = object("Volume", {
  name: text,
  emptyDir: { ...ref(emptyDir), optional: true },
  hostPath: { ...ref(hostPath), optional: true },
});
const secret = object("LocalObjectReference", { name: text });
const toleration = object("Toleration", { key: text, operator: text });
const hostAlias = object("HostAlias", { ip: text, hostnames: texts });
const security = object("PodSecurityContext", {
  runAsUser: number,
  supplementalGroups: { type: "list", items: { type: "int64" }, optional: true },
});

const podSpec = object("PodSpec", {
  restartPolicy: text,
  terminationGracePeriodSeconds: number,
  nodeSelector: map,
  containers: listOf(container, "name"),
  volumes: { ...listOf(volume, "name"), patchStrategy: ["merge", "retainKeys"] },
  imagePullSecrets: listOf(secret, "name"),
  tolerations: listOf(toleration),
  hostAliases: listOf(hostAlias, "ip"),
  securityContext: { ...ref(security), optional: true },
});

const rollingUpdate = object("RollingUpdateDeployment", {
  maxSurge: { type: "IntOrString" },
  maxUnavailable: { type: "IntOrString" },
});
const strategy = object("DeploymentStrategy", { type: text, rollingUpdate: { ...ref(rollingUpdate), optional: true } });
const template = object("PodTemplateSpec", { metadata: ref(metadata), spec: ref(podSpec) });
const deploymentSpec = object("DeploymentSpec", {
  replicas: number,
  strategy: { ...ref(strategy), patchStrategy: ["retainKeys"] },
  template: ref(template),
});

/** Schemas by kind. */
export const schemas: Readonly<Record<string, TypeSchema>> = {
  Pod: object("Pod", { metadata: ref(metadata), spec: ref(podSpec) }),
  Deployment: object("Deployment", { metadata: ref(metadata), spec: ref(deploymentSpec) }),
};
