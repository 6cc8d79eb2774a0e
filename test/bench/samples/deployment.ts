import type { JSONObject } from "@apimachinery/runtime";

const scalar = (type: string): JSONObject => ({ scalar: type });
const named = (name: string): JSONObject => ({ namedType: name });
const field = (name: string, type: JSONObject): JSONObject => ({ name, type });
const list = (type: JSONObject, ...keys: string[]): JSONObject => ({
  list: { elementType: type, elementRelationship: "associative", ...(keys.length === 0 ? {} : { keys }) },
});
const texts: JSONObject = { map: { elementType: scalar("string") } };
const type = (name: string, ...fields: JSONObject[]): JSONObject => ({ name, map: { fields } });

/** The merge schema of the most used fields of Kubernetes' Deployment. */
export const deploymentSchema: JSONObject = {
  types: [
    type(
      "deployment",
      field("apiVersion", scalar("string")),
      field("kind", scalar("string")),
      field("metadata", named("metadata")),
      field("spec", named("spec")),
    ),
    type(
      "metadata",
      field("name", scalar("string")),
      field("labels", texts),
      field("annotations", texts),
      field("finalizers", list(scalar("string"))),
    ),
    type("spec", field("replicas", scalar("numeric")), field("template", named("template"))),
    type("template", field("metadata", named("metadata")), field("spec", named("pod"))),
    type(
      "pod",
      field("containers", list(named("container"), "name")),
      field("volumes", list(named("volume"), "name")),
      field("serviceAccountName", scalar("string")),
    ),
    type("volume", field("name", scalar("string")), field("emptyDir", { map: { elementType: scalar("untyped") } })),
    type(
      "container",
      field("name", scalar("string")),
      field("image", scalar("string")),
      field("args", { list: { elementType: scalar("string"), elementRelationship: "atomic" } }),
      field("env", list(named("env"), "name")),
      field("ports", list(named("port"), "containerPort", "protocol")),
      field("resources", { map: { elementType: texts } }),
    ),
    type("env", field("name", scalar("string")), field("value", scalar("string"))),
    type(
      "port",
      field("name", scalar("string")),
      field("containerPort", scalar("numeric")),
      field("protocol", scalar("string")),
    ),
  ],
};

/** @param extra true to have labels and variables that the other deployment does not have */
export function deployment({ replicas, image, extra }: DeploymentOptions): JSONObject {
  const labels: JSONObject = { app: "shop", team: "web", ...(extra ? { "example.com/extra": "yes" } : {}) };
  const containers = ["shop", "proxy", "metrics"].map((name, at): JSONObject => {
    const variables = Array.from({ length: extra ? 12 : 10 }, (_, index) => ({
      name: `VAR_${String(index)}`,
      value: name,
    }));
    return {
      name,
      image,
      args: ["--verbose", "--name", name],
      env: variables,
      ports: [
        { name: "http", containerPort: 8080 + at, protocol: "TCP" },
        { name: "admin", containerPort: 9090 + at, protocol: "TCP" },
      ],
      resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { memory: "256Mi" } },
    };
  });
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "shop", labels, finalizers: ["example.com/a", "example.com/b"] },
    spec: {
      replicas,
      template: {
        metadata: { labels },
        spec: { containers, volumes: [{ name: "tmp", emptyDir: {} }], serviceAccountName: "shop" },
      },
    },
  };
}

interface DeploymentOptions {
  readonly replicas: number;
  readonly image: string;
  readonly extra: boolean;
}
