import type { IntOrString, ListMeta, ObjectMeta, Quantity, Time, TypeMeta, int32, int64 } from "@apimachinery/runtime";

export interface Pod extends TypeMeta<"bench.example.com/v1", "Pod"> {
  metadata: ObjectMeta;
  spec: PodSpec;
  status: PodStatus;
}

export interface PodList extends TypeMeta<"bench.example.com/v1", "PodList"> {
  metadata: ListMeta;
  items: Pod[];
}

export interface PodSpec {
  /**
   * +k8s:minItems=1
   * +k8s:maxItems=64
   */
  containers: Container[];
  /** +k8s:maxItems=64 */
  initContainers?: Container[];
  volumes?: Volume[];
  /** +default="Always" */
  restartPolicy?: string;
  /** +k8s:minimum=0 */
  terminationGracePeriodSeconds?: int64;
  /**
   * +k8s:minimum=1
   * +k8s:maximum=2147483647
   */
  activeDeadlineSeconds?: int64;
  /** +default="ClusterFirst" */
  dnsPolicy?: string;
  nodeSelector?: Record<string, string>;
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  nodeName?: string;
  hostNetwork?: boolean;
  hostPID?: boolean;
  /** +k8s:maxLength=63 */
  hostname?: string;
  /** +k8s:maxLength=63 */
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
  /**
   * +k8s:minLength=1
   * +k8s:maxLength=63
   */
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
  /** +default="/dev/termination-log" */
  terminationMessagePath?: string;
  /** +default="IfNotPresent" */
  imagePullPolicy?: string;
  stdin?: boolean;
  stdinOnce?: boolean;
  tty?: boolean;
}

export interface ContainerPort {
  /** +k8s:maxLength=15 */
  name?: string;
  /**
   * +k8s:minimum=0
   * +k8s:maximum=65535
   */
  hostPort?: int32;
  /**
   * +k8s:minimum=1
   * +k8s:maximum=65535
   */
  containerPort: int32;
  /** +default="TCP" */
  protocol?: string;
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
  /** +k8s:minLength=1 */
  mountPath: string;
  readOnly?: boolean;
  subPath?: string;
}

export interface Probe {
  path?: string;
  port: IntOrString;
  /** +k8s:minimum=0 */
  initialDelaySeconds?: int32;
  /**
   * +default=1
   * +k8s:minimum=1
   */
  timeoutSeconds?: int32;
  /**
   * +default=10
   * +k8s:minimum=1
   */
  periodSeconds?: int32;
  /**
   * +default=1
   * +k8s:minimum=1
   */
  successThreshold?: int32;
  /**
   * +default=3
   * +k8s:minimum=1
   */
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
  restartCount?: int32;
  image: string;
  imageID: string;
  started?: boolean;
}
