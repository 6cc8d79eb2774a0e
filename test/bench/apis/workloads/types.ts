import type { IntOrString, ListMeta, ObjectMeta, Quantity, Time, TypeMeta, int32, int64 } from "@apimachinery/runtime";

export interface Pod extends TypeMeta<"bench.example.com/__internal", "Pod"> {
  metadata: ObjectMeta;
  spec: PodSpec;
  status: PodStatus;
}

export interface PodList extends TypeMeta<"bench.example.com/__internal", "PodList"> {
  metadata: ListMeta;
  items: Pod[];
}

export interface PodSpec {
  containers: Container[];
  initContainers?: Container[];
  volumes?: Volume[];
  restartPolicy?: string;
  terminationGracePeriodSeconds?: int64;
  activeDeadlineSeconds?: int64;
  dnsPolicy?: string;
  nodeSelector?: Record<string, string>;
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  nodeName?: string;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostname?: string;
  subdomain?: string;
  imagePullSecrets?: LocalReference[];
  affinity?: Affinity;
  schedulerName?: string;
  tolerations?: Toleration[];
  priorityClassName?: string;
  priority?: int32;
  preemptionPolicy?: string;
  overhead?: Record<string, Quantity>;
  enableServiceLinks?: boolean;
}

export interface Container {
  name: string;
  image?: string;
  command?: string[];
  args?: string[];
  workingDir?: string;
  ports?: ContainerPort[];
  env?: EnvVar[];
  resources: Resources;
  volumeMounts?: VolumeMount[];
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  startupProbe?: Probe;
  terminationMessagePath?: string;
  imagePullPolicy?: string;
  stdin?: boolean;
  stdinOnce?: boolean;
  tty?: boolean;
}

export interface ContainerPort {
  name?: string;
  hostPort?: int32;
  containerPort: int32;
  /** The property is required in the hub. A conversion to v1 therefore visits all types above. */
  protocol: string;
}

export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: KeySelector;
}

export interface KeySelector {
  name: string;
  key: string;
  optional?: boolean;
}

export interface Resources {
  limits?: Record<string, Quantity>;
  requests?: Record<string, Quantity>;
}

export interface VolumeMount {
  name: string;
  mountPath: string;
  readOnly?: boolean;
  subPath?: string;
}

export interface Probe {
  path?: string;
  port: IntOrString;
  initialDelaySeconds?: int32;
  timeoutSeconds?: int32;
  periodSeconds?: int32;
  successThreshold?: int32;
  failureThreshold?: int32;
}

export interface Volume {
  name: string;
  configMap?: LocalReference;
  secret?: LocalReference;
  hostPath?: string;
  sizeLimit?: Quantity;
}

export interface LocalReference {
  name: string;
}

export interface Affinity {
  required?: NodeTerm[];
}

export interface NodeTerm {
  key: string;
  operator: string;
  values?: string[];
}

export interface Toleration {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
  tolerationSeconds?: int64;
}

export interface PodStatus {
  phase?: string;
  hostIP?: string;
  podIP?: string;
  podIPs?: string[];
  startTime?: Time;
  conditions?: PodCondition[];
  containerStatuses?: ContainerStatus[];
  qosClass?: string;
}

export interface PodCondition {
  type: string;
  status: string;
  lastTransitionTime?: Time;
  reason?: string;
  message?: string;
}

export interface ContainerStatus {
  name: string;
  ready: boolean;
  restartCount: int32;
  image: string;
  imageID: string;
  started?: boolean;
}
