import { canonicalQuantity } from "@apimachinery/runtime";
import type {
  Affinity,
  Container,
  ContainerPort,
  ContainerStatus,
  EnvVar,
  KeySelector,
  LocalReference,
  NodeTerm,
  Pod,
  PodCondition,
  PodSpec,
  PodStatus,
  Probe,
  Resources,
  Toleration,
  Volume,
  VolumeMount,
} from "../apis/workloads/v1/types.js";
import { bool, dropped, each, fail, int, int32, map, objectOf, text, type Found } from "./decode.js";
import { decodeMeta, time } from "./meta.js";

export function decodePod(value: unknown, found: Found): Pod {
  const from = objectOf<Pod>(value, found);
  let used = 0;
  if (from.kind !== undefined) used++;
  if (from.apiVersion !== undefined) used++;
  if (from.metadata !== undefined) used++;
  if (from.spec !== undefined) used++;
  if (from.status !== undefined) used++;
  text(from.kind, found);
  text(from.apiVersion, found);
  const out: Pod = {
    kind: "Pod",
    apiVersion: "bench.example.com/v1",
    metadata: decodeMeta(from.metadata, found),
    spec: decodePodSpec(from.spec, found),
    status: decodePodStatus(from.status, found),
  };
  dropped(from, used, found);
  return out;
}

function quantity(value: unknown, found: Found): string {
  if (value === null || value === undefined) return "0";
  if (typeof value !== "string" && typeof value !== "number") return fail(found, "0");
  try {
    return canonicalQuantity(String(value));
  } catch {
    return fail(found, "0");
  }
}

function port(value: unknown, found: Found): string | number {
  return typeof value === "string" ? value : int32(value, found);
}

function decodePodSpec(value: unknown, found: Found): PodSpec {
  const from = objectOf<PodSpec>(value, found);
  let used = 0;
  if (from.containers !== undefined) used++;
  const out: PodSpec = { containers: each(from.containers, found, decodeContainer) };
  if (from.initContainers !== undefined && ++used && from.initContainers !== null)
    out.initContainers = each(from.initContainers, found, decodeContainer);
  if (from.volumes !== undefined && ++used && from.volumes !== null)
    out.volumes = each(from.volumes, found, decodeVolume);
  if (from.restartPolicy !== undefined && ++used && from.restartPolicy !== null)
    out.restartPolicy = text(from.restartPolicy, found);
  if (from.terminationGracePeriodSeconds !== undefined && ++used && from.terminationGracePeriodSeconds !== null)
    out.terminationGracePeriodSeconds = int(from.terminationGracePeriodSeconds, found);
  if (from.activeDeadlineSeconds !== undefined && ++used && from.activeDeadlineSeconds !== null)
    out.activeDeadlineSeconds = int(from.activeDeadlineSeconds, found);
  if (from.dnsPolicy !== undefined && ++used && from.dnsPolicy !== null) out.dnsPolicy = text(from.dnsPolicy, found);
  if (from.nodeSelector !== undefined && ++used && from.nodeSelector !== null)
    out.nodeSelector = map(from.nodeSelector, found, text);
  if (from.serviceAccountName !== undefined && ++used && from.serviceAccountName !== null)
    out.serviceAccountName = text(from.serviceAccountName, found);
  if (from.automountServiceAccountToken !== undefined && ++used && from.automountServiceAccountToken !== null)
    out.automountServiceAccountToken = bool(from.automountServiceAccountToken, found);
  if (from.nodeName !== undefined && ++used && from.nodeName !== null) out.nodeName = text(from.nodeName, found);
  if (from.hostNetwork !== undefined && ++used && from.hostNetwork !== null)
    out.hostNetwork = bool(from.hostNetwork, found);
  if (from.hostPID !== undefined && ++used && from.hostPID !== null) out.hostPID = bool(from.hostPID, found);
  if (from.hostname !== undefined && ++used && from.hostname !== null) out.hostname = text(from.hostname, found);
  if (from.subdomain !== undefined && ++used && from.subdomain !== null) out.subdomain = text(from.subdomain, found);
  if (from.imagePullSecrets !== undefined && ++used && from.imagePullSecrets !== null)
    out.imagePullSecrets = each(from.imagePullSecrets, found, decodeLocalReference);
  if (from.affinity !== undefined && ++used && from.affinity !== null)
    out.affinity = decodeAffinity(from.affinity, found);
  if (from.schedulerName !== undefined && ++used && from.schedulerName !== null)
    out.schedulerName = text(from.schedulerName, found);
  if (from.tolerations !== undefined && ++used && from.tolerations !== null)
    out.tolerations = each(from.tolerations, found, decodeToleration);
  if (from.priorityClassName !== undefined && ++used && from.priorityClassName !== null)
    out.priorityClassName = text(from.priorityClassName, found);
  if (from.priority !== undefined && ++used && from.priority !== null) out.priority = int32(from.priority, found);
  if (from.preemptionPolicy !== undefined && ++used && from.preemptionPolicy !== null)
    out.preemptionPolicy = text(from.preemptionPolicy, found);
  if (from.overhead !== undefined && ++used && from.overhead !== null)
    out.overhead = map(from.overhead, found, quantity);
  if (from.enableServiceLinks !== undefined && ++used && from.enableServiceLinks !== null)
    out.enableServiceLinks = bool(from.enableServiceLinks, found);
  dropped(from, used, found);
  return out;
}

function decodeContainer(value: unknown, found: Found): Container {
  const from = objectOf<Container>(value, found);
  let used = 0;
  if (from.name !== undefined) used++;
  if (from.resources !== undefined) used++;
  const out: Container = { name: text(from.name, found), resources: decodeResources(from.resources, found) };
  if (from.image !== undefined && ++used && from.image !== null) out.image = text(from.image, found);
  if (from.command !== undefined && ++used && from.command !== null) out.command = each(from.command, found, text);
  if (from.args !== undefined && ++used && from.args !== null) out.args = each(from.args, found, text);
  if (from.workingDir !== undefined && ++used && from.workingDir !== null)
    out.workingDir = text(from.workingDir, found);
  if (from.ports !== undefined && ++used && from.ports !== null)
    out.ports = each(from.ports, found, decodeContainerPort);
  if (from.env !== undefined && ++used && from.env !== null) out.env = each(from.env, found, decodeEnvVar);
  if (from.volumeMounts !== undefined && ++used && from.volumeMounts !== null)
    out.volumeMounts = each(from.volumeMounts, found, decodeVolumeMount);
  if (from.livenessProbe !== undefined && ++used && from.livenessProbe !== null)
    out.livenessProbe = decodeProbe(from.livenessProbe, found);
  if (from.readinessProbe !== undefined && ++used && from.readinessProbe !== null)
    out.readinessProbe = decodeProbe(from.readinessProbe, found);
  if (from.startupProbe !== undefined && ++used && from.startupProbe !== null)
    out.startupProbe = decodeProbe(from.startupProbe, found);
  if (from.terminationMessagePath !== undefined && ++used && from.terminationMessagePath !== null)
    out.terminationMessagePath = text(from.terminationMessagePath, found);
  if (from.imagePullPolicy !== undefined && ++used && from.imagePullPolicy !== null)
    out.imagePullPolicy = text(from.imagePullPolicy, found);
  if (from.stdin !== undefined && ++used && from.stdin !== null) out.stdin = bool(from.stdin, found);
  if (from.stdinOnce !== undefined && ++used && from.stdinOnce !== null) out.stdinOnce = bool(from.stdinOnce, found);
  if (from.tty !== undefined && ++used && from.tty !== null) out.tty = bool(from.tty, found);
  dropped(from, used, found);
  return out;
}

function decodeContainerPort(value: unknown, found: Found): ContainerPort {
  const from = objectOf<ContainerPort>(value, found);
  let used = 0;
  if (from.containerPort !== undefined) used++;
  const out: ContainerPort = { containerPort: int32(from.containerPort, found) };
  if (from.name !== undefined && ++used && from.name !== null) out.name = text(from.name, found);
  if (from.hostPort !== undefined && ++used && from.hostPort !== null) out.hostPort = int32(from.hostPort, found);
  if (from.protocol !== undefined && ++used && from.protocol !== null) out.protocol = text(from.protocol, found);
  dropped(from, used, found);
  return out;
}

function decodeEnvVar(value: unknown, found: Found): EnvVar {
  const from = objectOf<EnvVar>(value, found);
  let used = 0;
  if (from.name !== undefined) used++;
  const out: EnvVar = { name: text(from.name, found) };
  if (from.value !== undefined && ++used && from.value !== null) out.value = text(from.value, found);
  if (from.valueFrom !== undefined && ++used && from.valueFrom !== null)
    out.valueFrom = decodeKeySelector(from.valueFrom, found);
  dropped(from, used, found);
  return out;
}

function decodeKeySelector(value: unknown, found: Found): KeySelector {
  const from = objectOf<KeySelector>(value, found);
  let used = 0;
  if (from.name !== undefined) used++;
  if (from.key !== undefined) used++;
  const out: KeySelector = { name: text(from.name, found), key: text(from.key, found) };
  if (from.optional !== undefined && ++used && from.optional !== null) out.optional = bool(from.optional, found);
  dropped(from, used, found);
  return out;
}

function decodeResources(value: unknown, found: Found): Resources {
  const from = objectOf<Resources>(value, found);
  let used = 0;
  const out: Resources = {};
  if (from.limits !== undefined && ++used && from.limits !== null) out.limits = map(from.limits, found, quantity);
  if (from.requests !== undefined && ++used && from.requests !== null)
    out.requests = map(from.requests, found, quantity);
  dropped(from, used, found);
  return out;
}

function decodeVolumeMount(value: unknown, found: Found): VolumeMount {
  const from = objectOf<VolumeMount>(value, found);
  let used = 0;
  if (from.name !== undefined) used++;
  if (from.mountPath !== undefined) used++;
  const out: VolumeMount = { name: text(from.name, found), mountPath: text(from.mountPath, found) };
  if (from.readOnly !== undefined && ++used && from.readOnly !== null) out.readOnly = bool(from.readOnly, found);
  if (from.subPath !== undefined && ++used && from.subPath !== null) out.subPath = text(from.subPath, found);
  dropped(from, used, found);
  return out;
}

function decodeProbe(value: unknown, found: Found): Probe {
  const from = objectOf<Probe>(value, found);
  let used = 0;
  if (from.port !== undefined) used++;
  const out: Probe = { port: port(from.port, found) };
  if (from.path !== undefined && ++used && from.path !== null) out.path = text(from.path, found);
  if (from.initialDelaySeconds !== undefined && ++used && from.initialDelaySeconds !== null)
    out.initialDelaySeconds = int32(from.initialDelaySeconds, found);
  if (from.timeoutSeconds !== undefined && ++used && from.timeoutSeconds !== null)
    out.timeoutSeconds = int32(from.timeoutSeconds, found);
  if (from.periodSeconds !== undefined && ++used && from.periodSeconds !== null)
    out.periodSeconds = int32(from.periodSeconds, found);
  if (from.successThreshold !== undefined && ++used && from.successThreshold !== null)
    out.successThreshold = int32(from.successThreshold, found);
  if (from.failureThreshold !== undefined && ++used && from.failureThreshold !== null)
    out.failureThreshold = int32(from.failureThreshold, found);
  dropped(from, used, found);
  return out;
}

function decodeVolume(value: unknown, found: Found): Volume {
  const from = objectOf<Volume>(value, found);
  let used = 0;
  if (from.name !== undefined) used++;
  const out: Volume = { name: text(from.name, found) };
  if (from.configMap !== undefined && ++used && from.configMap !== null)
    out.configMap = decodeLocalReference(from.configMap, found);
  if (from.secret !== undefined && ++used && from.secret !== null)
    out.secret = decodeLocalReference(from.secret, found);
  if (from.hostPath !== undefined && ++used && from.hostPath !== null) out.hostPath = text(from.hostPath, found);
  if (from.sizeLimit !== undefined && ++used && from.sizeLimit !== null)
    out.sizeLimit = quantity(from.sizeLimit, found);
  dropped(from, used, found);
  return out;
}

function decodeLocalReference(value: unknown, found: Found): LocalReference {
  const from = objectOf<LocalReference>(value, found);
  let used = 0;
  if (from.name !== undefined) used++;
  const out: LocalReference = { name: text(from.name, found) };
  dropped(from, used, found);
  return out;
}

function decodeAffinity(value: unknown, found: Found): Affinity {
  const from = objectOf<Affinity>(value, found);
  let used = 0;
  const out: Affinity = {};
  if (from.required !== undefined && ++used && from.required !== null)
    out.required = each(from.required, found, decodeNodeTerm);
  dropped(from, used, found);
  return out;
}

function decodeNodeTerm(value: unknown, found: Found): NodeTerm {
  const from = objectOf<NodeTerm>(value, found);
  let used = 0;
  if (from.key !== undefined) used++;
  if (from.operator !== undefined) used++;
  const out: NodeTerm = { key: text(from.key, found), operator: text(from.operator, found) };
  if (from.values !== undefined && ++used && from.values !== null) out.values = each(from.values, found, text);
  dropped(from, used, found);
  return out;
}

function decodeToleration(value: unknown, found: Found): Toleration {
  const from = objectOf<Toleration>(value, found);
  let used = 0;
  const out: Toleration = {};
  if (from.key !== undefined && ++used && from.key !== null) out.key = text(from.key, found);
  if (from.operator !== undefined && ++used && from.operator !== null) out.operator = text(from.operator, found);
  if (from.value !== undefined && ++used && from.value !== null) out.value = text(from.value, found);
  if (from.effect !== undefined && ++used && from.effect !== null) out.effect = text(from.effect, found);
  if (from.tolerationSeconds !== undefined && ++used && from.tolerationSeconds !== null)
    out.tolerationSeconds = int(from.tolerationSeconds, found);
  dropped(from, used, found);
  return out;
}

function decodePodStatus(value: unknown, found: Found): PodStatus {
  const from = objectOf<PodStatus>(value, found);
  let used = 0;
  const out: PodStatus = {};
  if (from.phase !== undefined && ++used && from.phase !== null) out.phase = text(from.phase, found);
  if (from.hostIP !== undefined && ++used && from.hostIP !== null) out.hostIP = text(from.hostIP, found);
  if (from.podIP !== undefined && ++used && from.podIP !== null) out.podIP = text(from.podIP, found);
  if (from.podIPs !== undefined && ++used && from.podIPs !== null) out.podIPs = each(from.podIPs, found, text);
  if (from.startTime !== undefined && ++used && from.startTime !== null) out.startTime = time(from.startTime, found);
  if (from.conditions !== undefined && ++used && from.conditions !== null)
    out.conditions = each(from.conditions, found, decodePodCondition);
  if (from.containerStatuses !== undefined && ++used && from.containerStatuses !== null)
    out.containerStatuses = each(from.containerStatuses, found, decodeContainerStatus);
  if (from.qosClass !== undefined && ++used && from.qosClass !== null) out.qosClass = text(from.qosClass, found);
  dropped(from, used, found);
  return out;
}

function decodePodCondition(value: unknown, found: Found): PodCondition {
  const from = objectOf<PodCondition>(value, found);
  let used = 0;
  if (from.type !== undefined) used++;
  if (from.status !== undefined) used++;
  const out: PodCondition = { type: text(from.type, found), status: text(from.status, found) };
  if (from.lastTransitionTime !== undefined && ++used && from.lastTransitionTime !== null)
    out.lastTransitionTime = time(from.lastTransitionTime, found);
  if (from.reason !== undefined && ++used && from.reason !== null) out.reason = text(from.reason, found);
  if (from.message !== undefined && ++used && from.message !== null) out.message = text(from.message, found);
  dropped(from, used, found);
  return out;
}

function decodeContainerStatus(value: unknown, found: Found): ContainerStatus {
  const from = objectOf<ContainerStatus>(value, found);
  let used = 0;
  if (from.name !== undefined) used++;
  if (from.ready !== undefined) used++;
  if (from.image !== undefined) used++;
  if (from.imageID !== undefined) used++;
  const out: ContainerStatus = {
    name: text(from.name, found),
    ready: bool(from.ready, found),
    image: text(from.image, found),
    imageID: text(from.imageID, found),
  };
  if (from.restartCount !== undefined && ++used && from.restartCount !== null)
    out.restartCount = int32(from.restartCount, found);
  if (from.started !== undefined && ++used && from.started !== null) out.started = bool(from.started, found);
  dropped(from, used, found);
  return out;
}
