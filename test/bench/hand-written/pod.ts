import type { ConversionScope } from "@apimachinery/runtime";
import type * as hub from "../apis/workloads/types.js";
import type {
  Affinity,
  Container,
  ContainerPort,
  ContainerStatus,
  Pod,
  PodSpec,
  PodStatus,
  Probe,
} from "../apis/workloads/v1/types.js";
import { copyMeta } from "./meta.js";

/**
 * Copies a pod. Wide objects are copied with the spread operator, and then their nested values are
 * replaced.
 */
export function copyPod(input: Pod): Pod {
  return {
    apiVersion: input.apiVersion,
    kind: input.kind,
    metadata: copyMeta(input.metadata),
    spec: copySpec(input.spec),
    status: copyStatus(input.status),
  };
}

function copySpec(input: PodSpec): PodSpec {
  const out: PodSpec = { ...input };
  out.containers = input.containers.map(copyContainer);
  if (input.initContainers) out.initContainers = input.initContainers.map(copyContainer);
  if (input.volumes) {
    out.volumes = input.volumes.map((volume) => {
      const copy = { ...volume };
      if (volume.configMap) copy.configMap = { name: volume.configMap.name };
      if (volume.secret) copy.secret = { name: volume.secret.name };
      return copy;
    });
  }
  if (input.nodeSelector) out.nodeSelector = { ...input.nodeSelector };
  if (input.imagePullSecrets) out.imagePullSecrets = input.imagePullSecrets.map(({ name }) => ({ name }));
  if (input.affinity) out.affinity = copyAffinity(input.affinity);
  if (input.tolerations) out.tolerations = input.tolerations.map((toleration) => ({ ...toleration }));
  if (input.overhead) out.overhead = { ...input.overhead };
  return out;
}

function copyContainer(input: Container): Container {
  const out: Container = { ...input };
  out.resources = {};
  if (input.resources.limits) out.resources.limits = { ...input.resources.limits };
  if (input.resources.requests) out.resources.requests = { ...input.resources.requests };
  if (input.command) out.command = input.command.slice();
  if (input.args) out.args = input.args.slice();
  if (input.ports) out.ports = input.ports.map((port) => ({ ...port }));
  if (input.env) {
    out.env = input.env.map((variable) => {
      const copy = { ...variable };
      if (variable.valueFrom) copy.valueFrom = { ...variable.valueFrom };
      return copy;
    });
  }
  if (input.volumeMounts) out.volumeMounts = input.volumeMounts.map((mount) => ({ ...mount }));
  if (input.livenessProbe) out.livenessProbe = { ...input.livenessProbe };
  if (input.readinessProbe) out.readinessProbe = { ...input.readinessProbe };
  if (input.startupProbe) out.startupProbe = { ...input.startupProbe };
  return out;
}

function copyAffinity({ required }: Affinity): Affinity {
  if (!required) return {};
  return {
    required: required.map((term) => {
      const copy = { ...term };
      if (term.values) copy.values = term.values.slice();
      return copy;
    }),
  };
}

function copyStatus(input: PodStatus): PodStatus {
  const out: PodStatus = { ...input };
  if (input.podIPs) out.podIPs = input.podIPs.slice();
  if (input.conditions) out.conditions = input.conditions.map((condition) => ({ ...condition }));
  if (input.containerStatuses) out.containerStatuses = input.containerStatuses.map((status) => ({ ...status }));
  return out;
}

/**
 * Converts a pod to the hub. Only the objects that differ between the versions are copied. Wide
 * objects are copied with the spread operator. All other values are shared.
 */
export function convertPod(input: Pod, _scope: ConversionScope): hub.Pod {
  return {
    apiVersion: "bench.example.com/__internal",
    kind: "Pod",
    metadata: input.metadata,
    spec: convertSpec(input.spec),
    status: convertStatus(input.status),
  };
}

function convertSpec(input: PodSpec): hub.PodSpec {
  const out: PodSpec = { ...input };
  out.containers = input.containers.map(convertContainer);
  if (input.initContainers) out.initContainers = input.initContainers.map(convertContainer);
  return out as hub.PodSpec;
}

function convertContainer(input: Container): hub.Container {
  const out: Container = { ...input };
  if (input.ports) out.ports = input.ports.map(convertPort);
  return out as hub.Container;
}

function convertPort(input: ContainerPort): hub.ContainerPort {
  const out: hub.ContainerPort = { containerPort: input.containerPort, protocol: input.protocol ?? "" };
  if (input.name !== undefined) out.name = input.name;
  if (input.hostPort !== undefined) out.hostPort = input.hostPort;
  return out;
}

function convertStatus(input: PodStatus): hub.PodStatus {
  const out: PodStatus = { ...input };
  if (input.containerStatuses) out.containerStatuses = input.containerStatuses.map(convertContainerStatus);
  return out as hub.PodStatus;
}

function convertContainerStatus(input: ContainerStatus): hub.ContainerStatus {
  const { name, ready, restartCount = 0, image, imageID } = input;
  const out: hub.ContainerStatus = { name, ready, restartCount, image, imageID };
  if (input.started !== undefined) out.started = input.started;
  return out;
}

export function defaultPod({ spec }: Pod): void {
  for (const container of spec.containers) defaultContainer(container);
  if (spec.initContainers) for (const container of spec.initContainers) defaultContainer(container);
  spec.restartPolicy ??= "Always";
  spec.dnsPolicy ??= "ClusterFirst";
}

function defaultContainer(container: Container): void {
  if (container.ports) for (const port of container.ports) port.protocol ??= "TCP";
  if (container.livenessProbe) defaultProbe(container.livenessProbe);
  if (container.readinessProbe) defaultProbe(container.readinessProbe);
  if (container.startupProbe) defaultProbe(container.startupProbe);
  container.terminationMessagePath ??= "/dev/termination-log";
  container.imagePullPolicy ??= "IfNotPresent";
}

function defaultProbe(probe: Probe): void {
  probe.timeoutSeconds ??= 1;
  probe.periodSeconds ??= 10;
  probe.successThreshold ??= 1;
  probe.failureThreshold ??= 3;
}
