import {
  decodeFrom,
  field,
  goQuote,
  groupVersionString,
  interpretKind,
  jsonBody,
  jsonText,
  kindWithDefaults,
  type Body,
  type DeleteOptions as WireOptions,
  type DeletionPropagation,
  type FieldError,
} from "@apimachinery/runtime";
import { cborBody } from "@apimachinery/runtime/cbor";
import { DeleteOptionsSchema } from "@apimachinery/runtime/codegen/v1";
import { protobufBody } from "@apimachinery/runtime/protobuf";
import { StatusError, newBadRequest } from "../errors/index.js";
import { withPlainAdvice } from "../errors/plain-advice.js";
import { protobufType, type MediaType } from "../negotiation/media-types.js";
import type { APIRequest } from "../request/api-request.js";
import { isTruthy } from "../request/request-info.js";
import type { DeletionRules as StoreOptions } from "../registry/deletion.js";
import { readYAMLBody } from "../yaml/body.js";
import { yamlText } from "../yaml/yaml-text.js";
import { bodyLimit, bodyType, maxBodyItems, unreadableCBOR } from "./read-body.js";
import type { RequestScope } from "./scope.js";
import { checkDepth, checkJSONDepth } from "../util/nesting.js";
import { integerOf } from "./query-values.js";
import { unreadableOption } from "./unsafe-delete.js";
import { dryRunErrors, invalidOptions } from "./write-options.js";
import { orThrow } from "../util/or-throw.js";

export interface DeleteRequestOptions extends StoreOptions {
  readonly isDryRun: boolean;
  readonly sent: SentDeleteOptions;
}

/** Options as the client sent them: in the body, or in the query if the body is empty. */
export type SentDeleteOptions = Partial<WireOptions>;
type Given = SentDeleteOptions;

/**
 * Reads the options of a deletion.
 * @throws StatusError 400 for an unreadable body, 422 for contradictory options
 */
export async function deleteOptions(scope: RequestScope, request: APIRequest): Promise<DeleteRequestOptions> {
  const body = await request.readBody(bodyLimit);
  const given = body.length === 0 ? ofQuery(request.query) : await ofBody(scope, request, body);
  const errors = [...propagationErrors(given), ...dryRunErrors(given.dryRun ?? []), ...unreadableErrors(given)];
  if (errors.length > 0) throw invalidOptions("DeleteOptions", errors);
  return {
    preconditions: given.preconditions ?? {},
    isUnreadable: isUnreadable(given),
    isDryRun: (given.dryRun ?? []).length > 0,
    gracePeriodSeconds: given.gracePeriodSeconds,
    propagationPolicy: given.propagationPolicy,
    orphanDependents: given.orphanDependents,
    sent: given,
  };
}

function ofQuery(query: URLSearchParams): Given {
  const orphan = query.get("orphanDependents");
  const policy = query.get("propagationPolicy");
  const grace = integerOf(query, "gracePeriodSeconds");
  const unreadable = query.get(unreadableOption);
  return {
    ...(query.has("dryRun") ? { dryRun: query.getAll("dryRun") } : {}),
    ...(orphan === null ? {} : { orphanDependents: isTruthy(orphan) }),
    // The value may be unknown here. `propagationErrors` refuses an unknown value.
    ...(policy === null ? {} : { propagationPolicy: policy as DeletionPropagation }),
    ...(grace === undefined ? {} : { gracePeriodSeconds: grace }),
    ...(unreadable === null ? {} : { [unreadableOption]: isTruthy(unreadable) }),
  };
}

/**
 * Decodes a body as DeleteOptions of any version.
 * @throws StatusError 400 for another kind or an unreadable body
 */
async function ofBody(scope: RequestScope, request: APIRequest, bytes: Buffer): Promise<Given> {
  const type = bodyType(request.header("content-type"), true);
  try {
    const value = optionsOf(await readOptions(scope, bytes, type, request.user.name));
    request.audit?.sentObject({}, () => jsonText({ ...audited, ...value, ...audited }));
    return value;
  } catch (error) {
    if (error instanceof StatusError) throw error;
    const { message } = error as Error;
    throw newBadRequest(
      withPlainAdvice(isWhole.test(message) ? message : `couldn't get version/kind; json parse error: ${message}`),
    );
  }
}

async function readOptions(scope: RequestScope, bytes: Buffer, type: MediaType, user: string): Promise<Body> {
  if (type === protobufType) {
    const defaults = { ...scope.groupVersion, kind: optionsKind.kind };
    return orThrow(() => protobufBody(scope.scheme, bytes, { defaults, itemLimit: maxBodyItems }), newBadRequest);
  }
  if (type === "application/cbor") {
    const body = orThrow(
      () => cborBody(bytes, { itemLimit: maxBodyItems }),
      (message) => newBadRequest(`${unreadableCBOR}: ${message}`),
    );
    checkDepth(body.value);
    return body;
  }
  const json = type === "application/yaml" ? (await readYAMLBody(yamlText(bytes), user)).json : bytes.toString("utf8");
  checkJSONDepth(json);
  return jsonBody(json);
}

function optionsOf(body: Body): Given {
  const gvk = kindWithDefaults(interpretKind("object" in body ? body.object : body.value), optionsKind);
  if (gvk.kind !== optionsKind.kind)
    throw newBadRequest(`no kind ${goQuote(gvk.kind)} is registered for version ${goQuote(groupVersionString(gvk))}`);
  return "object" in body
    ? body.object
    : (decodeFrom(body.source, DeleteOptionsSchema, body.value, "ignore").value as Given);
}

const optionsKind = { group: "meta.k8s.io", version: "v1", kind: "DeleteOptions" };
/**
 * Kind and apiVersion of the options in audit events. The version is the internal one, as in Go.
 */
const audited = { kind: optionsKind.kind, apiVersion: "meta.k8s.io/__internal" };
/**
 * Matches error messages that Go reports without a prefix. Any other message gets the prefix
 * `couldn't get version/kind; json parse error`.
 */
const isWhole = /^(json: |yaml: |couldn't get version\/kind; |unexpected GroupVersion string: )/;

const policies: readonly string[] = ["Foreground", "Background", "Orphan"];

function propagationErrors({ propagationPolicy, orphanDependents }: Given): FieldError[] {
  const at = field.newPath("propagationPolicy");
  if (propagationPolicy === undefined) return [];
  const both =
    orphanDependents === undefined
      ? []
      : [field.invalid(at, propagationPolicy, "orphanDependents and deletionPropagation cannot be both set")];
  return policies.includes(propagationPolicy)
    ? both
    : [...both, field.notSupported(at, propagationPolicy, [...policies, "nil"])];
}

function isUnreadable(given: Given): boolean {
  return given[unreadableOption] === true;
}

/**
 * Returns an error for each option that cannot be combined with
 * `ignoreStoreReadErrorWithClusterBreakingPotential`, the option that allows the deletion of an
 * unreadable object.
 */
function unreadableErrors(given: Given): FieldError[] {
  if (!isUnreadable(given)) return [];
  const others = (["propagationPolicy", "orphanDependents", "gracePeriodSeconds", "preconditions"] as const).filter(
    (name) => given[name] !== undefined,
  );
  return others.map((name) =>
    field.invalid(field.newPath(unreadableOption), true, `cannot be set together with .${name}`),
  );
}
