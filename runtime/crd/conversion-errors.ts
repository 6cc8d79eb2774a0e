import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { isDNS1035Label, isDNS1123Subdomain, isValidPortNum } from "../names/index.js";
import type { CRDClientConfig, CRDConversion } from "./types.js";

const strategies = ["None", "Webhook"];

/**
 * Returns the errors of `spec.conversion`. The paths use the field names of Kubernetes' internal
 * type.
 */
export function conversionErrors(path: field.Path, conversion: CRDConversion): FieldError[] {
  const { strategy = "", webhook } = conversion;
  const config = path.child("webhookClientConfig");
  const versions = path.child("conversionReviewVersions");
  const wrong =
    strategy === ""
      ? [field.required(path.child("strategy"), "")]
      : strategies.includes(strategy)
        ? []
        : [field.notSupported(path.child("strategy"), strategy, strategies)];
  if (strategy === "Webhook")
    return [
      ...clientErrors(config, webhook?.clientConfig),
      ...reviewVersionErrors(versions, webhook?.conversionReviewVersions ?? []),
    ];
  const detail = "should not be set when strategy is not set to Webhook";
  return [
    ...wrong,
    ...(webhook?.clientConfig === undefined ? [] : [field.forbidden(config, detail)]),
    ...((webhook?.conversionReviewVersions ?? []).length === 0 ? [] : [field.forbidden(versions, detail)]),
  ];
}

function clientErrors(path: field.Path, config: CRDClientConfig | undefined): FieldError[] {
  if (config === undefined) return [field.required(path, "required when strategy is set to Webhook")];
  const { url, service } = config;
  if ((url === undefined) === (service === undefined))
    return [field.required(path, "exactly one of url or service is required")];
  if (url !== undefined) return urlErrors(path.child("url"), url);
  const place = path.child("service");
  const { name = "", namespace = "", port = 443, path: urlPath } = service ?? {};
  const problems = isValidPortNum(port);
  return [
    // As in Kubernetes, the path of a missing namespace ends with `name`, and vice versa.
    ...(namespace === "" ? [field.required(place.child("name"), "")] : []),
    ...(name === "" ? [field.required(place.child("namespace"), "")] : []),
    ...(problems.length === 0
      ? []
      : [field.invalid(place.child("port"), port, `port is not valid: ${problems.join(", ")}`)]),
    ...pathErrors(place.child("path"), urlPath),
  ];
}

function urlErrors(place: field.Path, text: string): FieldError[] {
  const form = "; desired format: https://host[/path]";
  // Like Go, and unlike JavaScript's `URL`, the pattern also accepts a string without a scheme.
  const [, scheme = "", authority, , query = "", fragment = ""] =
    /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/i.exec(text) ?? [];
  const [, user, host = ""] = /^(?:(.*)@)?(.*)$/.exec(authority ?? "") ?? [];
  const errors: FieldError[] = [];
  const refuse = (value: string, detail: string) => errors.push(field.invalid(place, value, detail));
  if (scheme.toLowerCase() !== "https") refuse(scheme.toLowerCase(), `'https' is the only allowed URL scheme${form}`);
  if (host === "") refuse("", `host must be specified${form}`);
  if (user !== undefined) refuse(user, "user information is not permitted in the URL");
  if (fragment !== "") refuse(fragment, "fragments are not permitted in the URL");
  if (query !== "") refuse(query, "query parameters are not permitted in the URL");
  return errors;
}

function pathErrors(place: field.Path, path: string | undefined): FieldError[] {
  if (path === undefined || path === "" || path === "/") return [];
  if (path === "//") return [field.invalid(place, path, "segment[0] may not be empty")];
  const start = path.startsWith("/") ? [] : [field.invalid(place, path, "must start with a '/'")];
  const segments = path.slice(1).replace(/\/$/, "").split("/");
  return [
    ...start,
    ...segments.flatMap((segment, at) => {
      if (segment === "") return [field.invalid(place, path, `segment[${at}] may not be empty`)];
      return isDNS1123Subdomain(segment).map((problem) => field.invalid(place, path, `segment[${at}]: ${problem}`));
    }),
  ];
}

function reviewVersionErrors(place: field.Path, versions: readonly string[]): FieldError[] {
  if (versions.length === 0) return [field.required(place, "")];
  const isKnown = versions.some((version) => version === "v1" || version === "v1beta1");
  return [
    ...versions.flatMap((version, at) => {
      if (versions.indexOf(version) < at) return [field.invalid(place.index(at), version, "duplicate version")];
      return isDNS1035Label(version).map((problem) => field.invalid(place.index(at), version, problem));
    }),
    ...(isKnown ? [] : [field.invalid(place, versions, "must include at least one of v1, v1beta1")]),
  ];
}
