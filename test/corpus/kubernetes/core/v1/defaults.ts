import { roundUpQuantity, orDefault } from "@apimachinery/runtime";
import type {
  ConfigMap,
  Endpoints,
  LimitRangeItem,
  Namespace,
  NamespaceStatus,
  NodeStatus,
  PersistentVolume,
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  PodLogOptions,
  ReplicationController,
  ResourceList,
  Secret,
} from "./types.js";

/** Quantities are rounded up to multiples of 0.001. */
export function SetDefaults_ResourceList(obj: ResourceList): void {
  for (const [name, quantity] of Object.entries(obj)) obj[name] = roundUpQuantity(quantity, -3);
}

export function SetDefaults_ReplicationController({ metadata, spec }: ReplicationController): void {
  const labels = spec.template?.metadata.labels;
  if (labels !== undefined) {
    if (isEmpty(spec.selector)) spec.selector = { ...labels };
    if (isEmpty(metadata.labels)) metadata.labels = { ...labels };
  }
  spec.replicas ??= 1;
}

export function SetDefaults_Secret(obj: Secret): void {
  obj.type ||= "Opaque";
}

export function SetDefaults_ConfigMap(obj: ConfigMap): void {
  obj.data ??= {};
}

export function SetDefaults_PersistentVolume({ spec, status }: PersistentVolume): void {
  status.phase = orDefault(status.phase, "Pending");
  spec.persistentVolumeReclaimPolicy = orDefault(spec.persistentVolumeReclaimPolicy, "Retain");
  spec.volumeMode ??= "Filesystem";
}

export function SetDefaults_PersistentVolumeClaim({ status }: PersistentVolumeClaim): void {
  status.phase = orDefault(status.phase, "Pending");
}

export function SetDefaults_PersistentVolumeClaimSpec(obj: PersistentVolumeClaimSpec): void {
  obj.volumeMode ??= "Filesystem";
}

export function SetDefaults_Endpoints(obj: Endpoints): void {
  for (const { ports = [] } of obj.subsets ?? []) {
    for (const port of ports) port.protocol = orDefault(port.protocol, "TCP");
  }
}

/**
 * Adds a label with the name of the namespace, for namespace selectors. If the object has only
 * `generateName`, the server adds the label later.
 */
export function SetDefaults_Namespace({ metadata }: Namespace): void {
  if (metadata.name) metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name };
}

export function SetDefaults_NamespaceStatus(obj: NamespaceStatus): void {
  obj.phase = orDefault(obj.phase, "Active");
}

export function SetDefaults_NodeStatus(obj: NodeStatus): void {
  if (obj.capacity !== undefined) obj.allocatable ??= { ...obj.capacity };
}

/**
 * If the default limit is absent, it is the maximum. If the default request is absent, it is the
 * default limit.
 */
export function SetDefaults_LimitRangeItem(obj: LimitRangeItem): void {
  if (obj.type !== "Container") return;
  obj.default = { ...obj.max, ...obj.default };
  obj.defaultRequest = { ...obj.min, ...obj.default, ...obj.defaultRequest };
}

export function SetDefaults_PodLogOptions(obj: PodLogOptions): void {
  obj.stream ??= "All";
}

function isEmpty(labels: Readonly<Record<string, string>> | undefined): boolean {
  return Object.keys(labels ?? {}).length === 0;
}
