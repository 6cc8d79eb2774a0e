/** A request whose audit events are compared. */
export interface AuditRequest {
  /** Value of the header `Audit-ID`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isAnonymous?: boolean;
  /** Known difference of the responses. Only the other parts of the events are compared. */
  readonly differs?: string;
}

const group = "/apis/wardle.example.com";
const flunders = `${group}/v1beta1/namespaces/default/flunders`;
const fischers = `${group}/v1alpha1/fischers`;

function flunder(name: string, reference: string, metadata: object = {}): string {
  return JSON.stringify({
    apiVersion: "wardle.example.com/v1beta1",
    kind: "Flunder",
    metadata: { name, annotations: { a: "<&>" }, ...metadata },
    spec: { referenceType: "Flunder", flunderReference: reference },
  });
}

const patchType = (type: string) => ({ "content-type": `application/${type}` });
const deleteOptions = JSON.stringify({ kind: "DeleteOptions", apiVersion: "v1", propagationPolicy: "Background" });

/** The requests in their order. */
export const auditRequests: readonly AuditRequest[] = [
  { id: "create", method: "POST", path: flunders, body: flunder("a", "x") },
  { id: "create a second object", method: "POST", path: flunders, body: flunder("kept", "x") },
  {
    id: "create in YAML",
    differs: "the message about the wrong type of `y`, which YAML 1.1 reads as true, ends with advice",
    method: "POST",
    path: flunders,
    headers: patchType("yaml"),
    body: "metadata: {name: b}\nspec: {flunderReference: y}\n",
  },
  {
    id: "create with a generated name",
    method: "POST",
    path: flunders,
    body: '{"metadata":{"generateName":"g-"},"spec":{"flunderReference":"y"}}',
  },
  { id: "create an existing object", method: "POST", path: flunders, body: flunder("a", "x") },
  { id: "create an invalid object", method: "POST", path: flunders, body: flunder("in/valid", "x") },
  {
    id: "create in another namespace",
    method: "POST",
    path: flunders,
    body: flunder("c", "x", { namespace: "other", uid: "1" }),
  },
  { id: "create from a text", method: "POST", path: flunders, body: "hello" },
  { id: "dry run", method: "POST", path: `${flunders}?dryRun=All`, body: flunder("d", "x") },
  {
    id: "create a fischer",
    method: "POST",
    path: fischers,
    body: '{"metadata":{"name":"f"},"disallowedFlunders":["z"]}',
  },
  { id: "get", method: "GET", path: `${flunders}/a` },
  { id: "get in YAML", method: "GET", path: `${flunders}/a`, headers: { accept: "application/yaml" } },
  { id: "get an object of the level Request", method: "GET", path: `${flunders}/kept` },
  { id: "get a missing object", method: "GET", path: `${flunders}/none` },
  { id: "get a fischer", method: "GET", path: `${fischers}/f` },
  {
    id: "get a table",
    differs: "the columns of tables have other descriptions",
    method: "GET",
    path: `${flunders}/a`,
    headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" },
  },
  { id: "list", method: "GET", path: flunders },
  {
    id: "list metadata",
    method: "GET",
    path: flunders,
    headers: { accept: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1" },
  },
  { id: "list all namespaces", method: "GET", path: `${group}/v1beta1/flunders?limit=1&labelSelector=x%3Dy` },
  { id: "list with a bad selector", method: "GET", path: `${flunders}?labelSelector=%3D%3D` },
  { id: "watch", method: "GET", path: `${flunders}?watch=true&timeoutSeconds=1` },
  {
    id: "watch with a bad version",
    differs: "Go responds with 500",
    method: "GET",
    path: `${flunders}?watch=true&resourceVersion=x`,
  },
  { id: "update", method: "PUT", path: `${flunders}/a`, body: flunder("a", "z") },
  {
    id: "update a missing object",
    method: "PUT",
    path: `${flunders}/none`,
    body: flunder("none", "z", { uid: "u", resourceVersion: "3" }),
  },
  { id: "update another name", method: "PUT", path: `${flunders}/a`, body: flunder("b", "z") },
  {
    id: "merge patch",
    differs: "the response of the sample-apiserver has each cause twice",
    method: "PATCH",
    path: `${flunders}/a`,
    headers: patchType("merge-patch+json"),
    body: '{ "metadata": {"labels": {"n": "<1>"} } }',
  },
  {
    id: "JSON patch",
    method: "PATCH",
    path: `${flunders}/a`,
    headers: patchType("json-patch+json"),
    body: '[{"op":"add","path":"/metadata/labels/m","value":"1.0"}]',
  },
  {
    id: "strategic patch of the level Request",
    method: "PATCH",
    path: `${flunders}/kept`,
    headers: patchType("strategic-merge-patch+json"),
    body: '{"metadata":{"labels":{"m":"2"}}}',
  },
  { id: "broken patch", method: "PATCH", path: `${flunders}/a`, headers: patchType("merge-patch+json"), body: "{" },
  { id: "unknown patch", method: "PATCH", path: `${flunders}/a`, body: "{}" },
  {
    id: "apply",
    method: "PATCH",
    path: `${flunders}/applied?fieldManager=t`,
    headers: patchType("apply-patch+yaml"),
    body: "apiVersion: wardle.example.com/v1beta1\nkind: Flunder\nmetadata: {name: applied}\nspec: {flunderReference: q}\n",
  },
  {
    id: "apply again",
    method: "PATCH",
    path: `${flunders}/applied?fieldManager=t`,
    headers: patchType("apply-patch+yaml"),
    body: "apiVersion: wardle.example.com/v1beta1\nkind: Flunder\nmetadata: {name: applied}\nspec: {flunderReference: r}\n",
  },
  { id: "delete with options", method: "DELETE", path: `${flunders}/b`, body: deleteOptions },
  { id: "delete with wrong options", method: "DELETE", path: `${flunders}/a`, body: '{"propagationPolicy":"x"}' },
  { id: "delete", method: "DELETE", path: `${flunders}/a` },
  { id: "delete a missing object", method: "DELETE", path: `${flunders}/none` },
  { id: "delete a fischer", method: "DELETE", path: `${fischers}/f` },
  { id: "delete a collection", method: "DELETE", path: `${flunders}?labelSelector=none`, body: deleteOptions },
  {
    id: "impersonate an administrator",
    method: "GET",
    path: flunders,
    headers: { "impersonate-user": "bob", "impersonate-group": "system:masters" },
  },
  {
    id: "impersonate a user",
    method: "GET",
    path: flunders,
    headers: { "impersonate-user": "bob", "impersonate-extra-team": "x" },
  },
  { id: "anonymous", method: "GET", path: flunders, isAnonymous: true },
  {
    id: "anonymous impersonation",
    method: "GET",
    path: flunders,
    isAnonymous: true,
    headers: { "impersonate-user": "bob" },
  },
  { id: "bad timeout", method: "GET", path: `${flunders}?timeout=abc` },
  { id: "wrong method", method: "POST", path: `${flunders}/a`, body: "{}" },
  { id: "missing resource", method: "GET", path: `${group}/v1beta1/namespaces/default/none` },
  { id: "missing subresource", method: "GET", path: `${flunders}/applied/none` },
  { id: "version", method: "GET", path: "/version" },
  { id: "groups", differs: "the list has an apiVersion", method: "GET", path: "/apis" },
  {
    id: "aggregated groups",
    differs: "this server also serves the groups of reviews",
    method: "GET",
    path: "/apis",
    headers: { accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" },
  },
  { id: "OpenAPI", method: "GET", path: "/openapi/v3" },
  { id: "HEAD", method: "HEAD", path: "/version" },
  { id: "old watch path", method: "GET", path: `${group}/v1beta1/watch/namespaces/default/flunders?timeoutSeconds=1` },
  {
    id: "not acceptable",
    differs: "Go responds with a text instead of a Status",
    method: "GET",
    path: flunders,
    headers: { accept: "text/plain" },
  },
  { id: "compressed", method: "GET", path: flunders, headers: { "accept-encoding": "gzip" } },
  { id: "group", method: "GET", path: group },
  { id: "resources", method: "GET", path: `${group}/v1beta1` },
  { id: "health", method: "GET", path: "/healthz" },
  { id: "readiness", method: "GET", path: "/readyz" },
  { id: "missing path", method: "GET", path: "/none?a=b" },
  {
    id: "long user agent",
    method: "GET",
    path: `${flunders}/applied`,
    headers: { "user-agent": "x".repeat(1100), "x-forwarded-for": "10.0.0.1, ::1, junk", "x-real-ip": "10.0.0.2" },
  },
];
