import type { Attributes, Operation, OperationOptions } from "../../admission/plugin.js";
import { ReinvocationContext } from "../../admission/reinvocation-context.js";
import type { APIObject } from "../../request/api-object.js";
import type { APIRequest } from "../../request/api-request.js";
import type { SentDeleteOptions } from "../delete-options.js";
import type { RequestScope } from "../scope.js";
import type { WriteRequestOptions } from "../write-options.js";
import { storeContext } from "./context-of.js";
import { validation } from "@apimachinery/runtime";
import type { AuditAnnotations } from "../../request/audit-annotations.js";

/** Options of a write. For a deletion, `sent` contains the options that the client sent. */
type OptionsOfRequest = Pick<WriteRequestOptions, "isDryRun"> & { readonly sent?: SentDeleteOptions };

/** Returns the attributes of a request for admission plugins. */
export function attributes(
  scope: RequestScope,
  request: APIRequest,
  operation: Operation,
  options: OptionsOfRequest,
  object: APIObject | undefined,
  oldObject: APIObject | undefined,
): Attributes {
  const { kind, groupVersion, resource, subresource, interfaces } = scope;
  const { namespace, isDryRun, user, warn } = storeContext(request, options);
  // In the deletion of a collection, the name is empty, as in Go: the request has no name, and
  // `object` is undefined.
  const name = request.info.name === "" ? (object?.metadata.name ?? "") : request.info.name;
  return {
    operation,
    kind,
    resource: { group: groupVersion.group, version: groupVersion.version, resource },
    subresource,
    namespace,
    name,
    object,
    oldObject,
    user,
    isDryRun,
    warn,
    options: optionsOf(operation, request.query, options),
    interfaces,
    reinvocation: new ReinvocationContext(),
    deadline: request.deadline,
    annotate: newAnnotate(request.annotations),
  };
}

const inOrder = { kind: "DeleteOptions", apiVersion: "meta.k8s.io/v1" } as const;

/**
 * Returns the options of the request for admission plugins, with kind and apiVersion first;
 * undefined for the operation CONNECT. As in Go, the kind of a patch's options is UpdateOptions, or
 * CreateOptions if the patch creates the object.
 */
function optionsOf(
  operation: Operation,
  query: URLSearchParams,
  { sent = {} }: OptionsOfRequest,
): OperationOptions | undefined {
  const apiVersion = "meta.k8s.io/v1";
  if (operation === "CONNECT") return undefined;
  if (operation === "DELETE") return { ...inOrder, ...sent, ...inOrder };
  const dryRun = query.getAll("dryRun");
  const fieldManager = query.get("fieldManager") ?? "";
  const fieldValidation = query.get("fieldValidation") ?? "";
  return {
    kind: operation === "CREATE" ? "CreateOptions" : "UpdateOptions",
    apiVersion,
    ...(dryRun.length === 0 ? {} : { dryRun }),
    ...(fieldManager === "" ? {} : { fieldManager }),
    ...(fieldValidation === "" ? {} : { fieldValidation }),
  };
}

/**
 * Returns the function `annotate` in the Attributes of one request (Go:
 * admission.Attributes.AddAnnotation).
 */
export function newAnnotate(annotations: AuditAnnotations): Attributes["annotate"] {
  const own = new Map<string, string>();
  return (key, value, level = "Metadata") => {
    checkKey(key);
    const known = own.get(key);
    if (known !== undefined && known !== `${level} ${value}`)
      throw new Error(`admission annotations are not allowd to be overwritten, key:${JSON.stringify(key)}`);
    own.set(key, `${level} ${value}`);
    annotations.add(key, value, level);
  };
}

/**
 * Checks that an annotation key is a qualified name with a prefix.
 * @throws Error with Go's message
 */
function checkKey(key: string): void {
  if (key.split("/").length !== 2)
    throw new Error(
      "annotation key has invalid format, the right format is a DNS subdomain prefix and '/' and key name. (e.g. 'podsecuritypolicy.admission.k8s.io/admit-policy')",
    );
  const problems = validation.isLabelKey(key);
  if (problems.length > 0)
    throw new Error(
      `annotation key has invalid format ${problems.join(",")}. A qualified name like 'podsecuritypolicy.admission.k8s.io/admit-policy' is required.`,
    );
}
