/** The definitions of two releases of a project. */
export interface Project {
  readonly name: string;
  readonly module: string;
  readonly old: string;
  readonly now: string;
  readonly folder: string;
  readonly files: RegExp;
}

/** Six projects whose modules contain their CustomResourceDefinitions. */
export const projects: readonly Project[] = [
  {
    name: "Argo CD",
    module: "github.com/argoproj/argo-cd/v2",
    old: "v2.10.0",
    now: "v2.14.0",
    folder: "manifests/crds",
    files: /-crd\.yaml$/,
  },
  {
    name: "cert-manager",
    module: "github.com/cert-manager/cert-manager",
    old: "v1.18.0",
    now: "v1.21.2",
    folder: "deploy/crds",
    files: /\.yaml$/,
  },
  {
    name: "Cluster API",
    module: "sigs.k8s.io/cluster-api",
    old: "v1.7.0",
    now: "v1.10.0",
    folder: "config/crd/bases",
    files: /\.yaml$/,
  },
  {
    name: "Gateway API",
    module: "sigs.k8s.io/gateway-api",
    old: "v1.1.0",
    now: "v1.4.0",
    folder: "config/crd/standard",
    files: /^gateway.*_.*\.yaml$/,
  },
  {
    name: "Istio",
    module: "istio.io/api",
    old: "v1.22.0",
    now: "v1.26.0",
    folder: "kubernetes",
    files: /^customresourcedefinitions\.gen\.yaml$/,
  },
  {
    name: "Prometheus Operator",
    module: "github.com/prometheus-operator/prometheus-operator",
    old: "v0.75.0",
    now: "v0.85.0",
    folder: "example/prometheus-operator-crd-full",
    files: /\.yaml$/,
  },
];
