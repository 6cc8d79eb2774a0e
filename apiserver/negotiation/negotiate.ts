import { newNotAcceptable, newRouteNotAcceptable } from "../errors/index.js";
import type { HTTPRequest } from "../http/types.js";
import { acceptedNames, parseAccept, type AcceptClause } from "./accept.js";
import { allMediaTypes, listedTypes, mediaTypes, protobufType, streamTypes, type MediaType } from "./media-types.js";

/** Format of a response that does not contain the object itself: a Table, or metadata only. */
export interface Transform {
  readonly kind: "Table" | "PartialObjectMetadata" | "PartialObjectMetadataList";
  readonly version: "v1" | "v1beta1";
}

export interface Negotiated {
  readonly mediaType: MediaType;
  readonly pretty: boolean;
  readonly transform?: Transform;
  /** True if the response omits `metadata.managedFields` of all objects (KEP-5958). */
  readonly dropsManagers?: true;
}

/** The response formats that a handler supports in addition to plain objects. */
export interface Restrictions {
  readonly allowsTransforms: boolean;
  /** True if the response is a watch. A watch is written event by event. */
  readonly isStream: boolean;
  /**
   * Responses that can be protobuf: all of them, or only those that contain nothing but metadata of
   * objects. Default: none.
   */
  readonly protobuf?: "all" | "metadata";
}

const typesWithProtobuf: readonly MediaType[] = [...mediaTypes, protobufType, "application/cbor"];

/**
 * Restrictions for discovery documents: they are kinds of meta/v1, which can be encoded as
 * protobuf.
 */
export const documents: Restrictions = { allowsTransforms: false, isStream: false, protobuf: "all" };

/**
 * Returns the format of a response.
 * @throws StatusError 406 if the client accepts no supported format
 */
export function negotiate(request: HTTPRequest, restrictions: Restrictions): Negotiated {
  const header = request.header("accept") ?? "";
  if (header === "") return { mediaType: "application/json", pretty: isPretty(request, undefined) };
  for (const clause of parseAccept(header)) {
    for (const mediaType of supported(restrictions)) {
      const transform = accepts(clause, mediaType, restrictions);
      if (transform === undefined) continue;
      return {
        mediaType,
        pretty: isPretty(request, clause),
        ...(transform === "none" ? {} : { transform }),
        ...(dropsManagers(clause) ? { dropsManagers: true } : {}),
      };
    }
  }
  if (restrictions.protobuf === "metadata") checkRouteAccept(request, mediaTypes, allMediaTypes);
  const names = listedTypes(restrictions.protobuf === "all");
  const shown = restrictions.isStream ? streamTypes(names) : names;
  throw newNotAcceptable(`only the following media types are accepted: ${shown.join(", ")}`);
}

/**
 * Returns the format of an error response. A clause that asks for a Table or for metadata does not
 * apply to errors. If the client accepts no other format, the error is indented JSON.
 * @param hasProtobuf true if the error can be protobuf
 */
export function negotiateError(request: HTTPRequest, hasProtobuf: boolean): Negotiated {
  const restrictions: Restrictions = { allowsTransforms: false, isStream: false };
  try {
    return negotiate(request, hasProtobuf ? documents : restrictions);
  } catch {
    return { mediaType: "application/json", pretty: true };
  }
}

/** Media types in Accept headers with which the router accepts a request. */
export const routedTypes: readonly string[] = [...allMediaTypes, protobufType];

/**
 * Checks the Accept header as the router does: only its media types, without parameters.
 * @param types media types that the error lists
 * @param accepted media types that the client may accept
 * @throws StatusError 406 if the client accepts no supported media type
 */
export function checkRouteAccept(
  request: HTTPRequest,
  types: readonly string[],
  accepted: readonly string[] = types,
): void {
  const header = request.header("accept") ?? "";
  if (header === "") return;
  if (!acceptedNames(header).some((name) => name === "*/*" || accepted.includes(name)))
    throw newRouteNotAcceptable(types);
}

function supported({ isStream, protobuf }: Restrictions): readonly MediaType[] {
  const types = protobuf === undefined ? allMediaTypes : typesWithProtobuf;
  return isStream ? types.filter((type) => type !== "application/yaml") : types;
}

function accepts(
  clause: AcceptClause,
  mediaType: MediaType,
  restrictions: Restrictions,
): Transform | "none" | undefined {
  const [type, subtype] = mediaType.split("/");
  const isMatch =
    clause.type === "*"
      ? clause.subtype === "*"
      : clause.type === type && (clause.subtype === "*" || clause.subtype === subtype);
  if (!isMatch) return undefined;
  const [as, g, v, stream] = ["as", "g", "v", "stream"].map((name) => clause.parameters.get(name));
  // YAML cannot be streamed. For watches, clauses with YAML are ignored, because clients send the
  // same Accept header with all requests.
  if (stream !== undefined && (stream !== "watch" || mediaType === "application/yaml")) return undefined;
  const serverVersion = clause.parameters.get("sv");
  if (serverVersion !== undefined && (serverVersion !== "v1" || !restrictions.allowsTransforms)) return undefined;
  const isMetadataOnly = mediaType === protobufType && restrictions.protobuf === "metadata";
  if (as === undefined && g === undefined && v === undefined) return isMetadataOnly ? undefined : "none";
  if (mediaType === protobufType && as === "Table") return undefined;
  if (!restrictions.allowsTransforms || g !== "meta.k8s.io" || (v !== "v1" && v !== "v1beta1")) return undefined;
  if (as !== "Table" && as !== "PartialObjectMetadata" && as !== "PartialObjectMetadataList") return undefined;
  return { kind: as, version: v };
}

/**
 * Reports whether a clause has `drop=` with the managedFields. Unknown fields after `drop=` are
 * ignored, so that clients can use values of newer servers.
 */
function dropsManagers({ parameters }: AcceptClause): boolean {
  return parameters.get("drop")?.split("+").includes("metadata.managedFields") ?? false;
}

/** Strings that Go's strconv.ParseBool reads as true. */
const trueTexts: readonly string[] = ["1", "t", "T", "true", "TRUE", "True"];

/**
 * Reports whether the JSON of a response is indented. `pretty=1` in the clause has precedence over
 * the query parameter `pretty`. Without both, JSON is indented for browsers and command line tools.
 * @param clause the clause that was chosen; undefined for a request without an Accept header
 */
export function isPretty(request: HTTPRequest, clause: AcceptClause | undefined): boolean {
  if (clause?.parameters.get("pretty") === "1") return true;
  const asked = request.query.get("pretty") ?? "";
  if (asked !== "") return trueTexts.includes(asked);
  return /^(curl|Wget|Mozilla\/5\.0)/.test(request.header("user-agent") ?? "");
}
