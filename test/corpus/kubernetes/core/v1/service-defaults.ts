import { orDefault } from "@apimachinery/runtime";
import type { Service, ServiceSpec } from "./types.js";

export function SetDefaults_Service({ spec, status }: Service): void {
  setAffinity(spec);
  spec.type = orDefault(spec.type, "ClusterIP");
  for (const port of spec.ports ?? []) {
    port.protocol = orDefault(port.protocol, "TCP");
    port.targetPort ||= port.port;
  }
  const isBalanced = spec.type === "LoadBalancer";
  const hasNodePorts = isBalanced || spec.type === "NodePort";
  if (hasNodePorts || (spec.type === "ClusterIP" && spec.externalIPs?.length))
    spec.externalTrafficPolicy = orDefault(spec.externalTrafficPolicy, "Cluster");
  if (hasNodePorts || spec.type === "ClusterIP") spec.internalTrafficPolicy ??= "Cluster";
  if (!isBalanced) return;
  spec.allocateLoadBalancerNodePorts ??= true;
  for (const ingress of status.loadBalancer.ingress ?? []) {
    if (ingress.ip) ingress.ipMode ??= "VIP";
  }
}

/** The default duration of session affinity is three hours. */
function setAffinity(spec: ServiceSpec): void {
  spec.sessionAffinity = orDefault(spec.sessionAffinity, "None");
  if (spec.sessionAffinity === "None") delete spec.sessionAffinityConfig;
  else if (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined)
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: 10_800 } };
}
