import { orDefault } from "@apimachinery/runtime";
import { setPodRequests } from "./pod-resources.js";
import type {
  ConfigMapVolumeSource,
  Container,
  DownwardAPIVolumeSource,
  EphemeralContainer,
  HostPathVolumeSource,
  HTTPGetAction,
  ObjectFieldSelector,
  Pod,
  PodSpec,
  Probe,
  ProjectedVolumeSource,
  SecretVolumeSource,
  ServiceAccountTokenProjection,
  Volume,
} from "./types.js";

/** Mode of files that everyone can read and the owner can write. */
const readable = 0o644;

/** A volume without a source is an empty directory. */
export function SetDefaults_Volume(obj: Volume): void {
  if (Object.keys(obj).every((key) => key === "name")) obj.emptyDir = {};
}

export function SetDefaults_Container(obj: Container): void {
  obj.imagePullPolicy = orDefault(obj.imagePullPolicy, isLatest(obj.image ?? "") ? "Always" : "IfNotPresent");
  obj.terminationMessagePath ||= "/dev/termination-log";
  obj.terminationMessagePolicy = orDefault(obj.terminationMessagePolicy, "File");
}

export function SetDefaults_EphemeralContainer(obj: EphemeralContainer): void {
  obj.imagePullPolicy = orDefault(obj.imagePullPolicy, isLatest(obj.image ?? "") ? "Always" : "IfNotPresent");
  obj.terminationMessagePath ||= "/dev/termination-log";
  obj.terminationMessagePolicy = orDefault(obj.terminationMessagePolicy, "File");
}

export function SetDefaults_Pod({ spec }: Pod): void {
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  for (const { resources } of containers) {
    if (resources.limits !== undefined) resources.requests = { ...resources.limits, ...resources.requests };
  }
  setPodRequests(spec);
  spec.enableServiceLinks ??= true;
  if (spec.hostNetwork !== true) return;
  for (const port of containers.flatMap(({ ports = [] }) => ports)) port.hostPort ||= port.containerPort;
}

export function SetDefaults_PodSpec(obj: PodSpec): void {
  obj.dnsPolicy = orDefault(obj.dnsPolicy, "ClusterFirst");
  obj.restartPolicy = orDefault(obj.restartPolicy, "Always");
  obj.securityContext ??= {};
  obj.terminationGracePeriodSeconds ??= 30;
  obj.schedulerName ||= "default-scheduler";
}

export function SetDefaults_Probe(obj: Probe): void {
  obj.timeoutSeconds ||= 1;
  obj.periodSeconds ||= 10;
  obj.successThreshold ||= 1;
  obj.failureThreshold ||= 3;
}

export function SetDefaults_HTTPGetAction(obj: HTTPGetAction): void {
  obj.path ||= "/";
  obj.scheme = orDefault(obj.scheme, "HTTP");
}

export function SetDefaults_ObjectFieldSelector(obj: ObjectFieldSelector): void {
  obj.apiVersion ||= "v1";
}

export function SetDefaults_SecretVolumeSource(obj: SecretVolumeSource): void {
  obj.defaultMode ??= readable;
}

export function SetDefaults_ConfigMapVolumeSource(obj: ConfigMapVolumeSource): void {
  obj.defaultMode ??= readable;
}

export function SetDefaults_DownwardAPIVolumeSource(obj: DownwardAPIVolumeSource): void {
  obj.defaultMode ??= readable;
}

export function SetDefaults_ProjectedVolumeSource(obj: ProjectedVolumeSource): void {
  obj.defaultMode ??= readable;
}

export function SetDefaults_ServiceAccountTokenProjection(obj: ServiceAccountTokenProjection): void {
  obj.expirationSeconds ??= 60 * 60;
}

export function SetDefaults_HostPathVolumeSource(obj: HostPathVolumeSource): void {
  obj.type ??= "";
}

/**
 * Reports whether an image has neither a tag other than `latest` nor a digest. The port of a
 * registry is not a tag.
 */
function isLatest(image: string): boolean {
  const [name = "", digest] = image.split("@");
  const tag = name.slice(name.lastIndexOf("/") + 1).split(":")[1];
  return tag === undefined ? digest === undefined : tag === "latest";
}
