import { newNotAcceptable, newRouteNotAcceptable } from "../errors/index.js";
import type { HTTPRequest } from "../http/exchange.js";
import { parseAccept } from "./accept.js";
import type { AcceptClause } from "./accept.js";
import { mediaTypes } from "./media-types.js";
import type { MediaType } from "./media-types.js";

/** What an answer is turned into where a client does not want the object itself. */
export interface Transform {
  readonly kind: "Table" | "PartialObjectMetadata" | "PartialObjectMetadataList";
  readonly version: "v1" | "v1beta1";
}

export interface Negotiated {
  readonly mediaType: MediaType;
  readonly pretty: boolean;
  readonly transform?: Transform;
}

/** What a handler can do beside plain objects. */
export interface Restrictions {
  readonly allowsTransforms: boolean;
  /** A watch: only what can be written object by object. */
  readonly isStream: boolean;
}

export const plain: Restrictions = { allowsTransforms: false, isStream: false };

/** Which form of an answer a client gets. @throws StatusError 406 */
export function negotiate(request: HTTPRequest, restrictions: Restrictions): Negotiated {
  const header = request.header("accept") ?? "";
  if (header === "") return { mediaType: "application/json", pretty: isPretty(request, undefined) };
  for (const clause of parseAccept(header)) {
    for (const mediaType of supported(restrictions)) {
      const transform = accepts(clause, mediaType, restrictions);
      if (transform === undefined) continue;
      return { mediaType, pretty: isPretty(request, clause), ...(transform === "none" ? {} : { transform }) };
    }
  }
  const names = supported(restrictions).map((mediaType) => (restrictions.isStream ? `${mediaType};stream=watch` : mediaType));
  throw newNotAcceptable(`only the following media types are accepted: ${names.join(", ")}`);
}

/** How an error is written: as the client wants it, else as indented JSON. */
export function negotiateError(request: HTTPRequest): Negotiated {
  try {
    return negotiate(request, { allowsTransforms: true, isStream: false });
  } catch {
    return { mediaType: "application/json", pretty: true };
  }
}

/** What the router asks before a handler does: it looks at types only, and literally. @throws StatusError 406 */
export function checkRouteAccept(request: HTTPRequest, types: readonly MediaType[] = mediaTypes): void {
  const header = request.header("accept") ?? "";
  if (header === "") return;
  const names = header.split(",").map((clause) => clause.split(";", 1)[0]?.trim() ?? "");
  if (!names.some((name) => name === "*/*" || types.some((mediaType) => mediaType === name))) throw newRouteNotAcceptable(types);
}

function supported({ isStream }: Restrictions): readonly MediaType[] {
  return isStream ? ["application/json"] : mediaTypes;
}

function accepts(clause: AcceptClause, mediaType: MediaType, restrictions: Restrictions): Transform | "none" | undefined {
  const [type, subtype] = mediaType.split("/");
  if ((clause.type !== "*" && clause.type !== type) || (clause.subtype !== "*" && clause.subtype !== subtype)) return undefined;
  const { as, g, v, stream } = clause.parameters;
  if (stream !== undefined && !(restrictions.isStream && stream === "watch")) return undefined;
  if (as === undefined) return "none";
  if (!restrictions.allowsTransforms || g !== "meta.k8s.io" || (v !== "v1" && v !== "v1beta1")) return undefined;
  if (as !== "Table" && as !== "PartialObjectMetadata" && as !== "PartialObjectMetadataList") return undefined;
  return { kind: as, version: v };
}

/** People with a browser or a command line get indented JSON unless they say no. */
function isPretty(request: HTTPRequest, clause: AcceptClause | undefined): boolean {
  const asked = request.query.get("pretty");
  if (asked !== null) return asked === "1" || asked === "true";
  if (clause?.parameters["pretty"] === "1") return true;
  return /^(curl\/|Wget\/|Mozilla\/5\.0)/.test(request.header("user-agent") ?? "");
}
