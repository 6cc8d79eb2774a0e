/** @file The conditions of the twenty rules of test/cel/twenty-rules.ts, as a developer writes them. */
import { implementationOf } from "../../../runtime/cel/environment/environment.js";
import type { Implementation, Value } from "../../../runtime/cel/values/value.js";
import { CELDuration } from "../../../runtime/cel/index.js";
import { pattern } from "../../../runtime/pattern/index.js";
import { jsonEqual } from "../../../runtime/json/values.js";
import { parseDuration } from "../../../runtime/values/duration.js";
import type { object } from "../../cel/twenty-rules.js";

/** The objects of the rules. */
export type Service = typeof object & { readonly issuer?: string };

export type Condition = (self: Service, oldSelf: Service) => boolean;

/** Functions of Kubernetes' libraries, which rules use, too. */
function library(id: string): Implementation {
  const run = implementationOf(id);
  if (run === undefined) throw new Error(`no function ${id}`);
  return run;
}

const quantity = library("string_to_quantity");
const compareTo = library("quantity_compare_to");
const isURL = library("is_url_string");
const url = library("string_to_url");
const scheme = library("url_get_scheme");
const cidr = library("string_to_cidr");
const containsIP = library("cidr_contains_ip_string");
const label = library("format.dns1123Label")() as Value;
const validate = library("format-validate");
const hasValue = library("optional_hasValue");
const semver = library("string_to_semver");
const isGreater = library("semver_is_greater_than");
const name = pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$");
const first = semver("1.0.0") as Value;
const hour = 3_600_000_000_000n;

export const conditions: readonly Condition[] = [
  (self) => self.replicas <= self.maxReplicas,
  (self) => self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas,
  (self) => Object.hasOwn(self, "certName") !== Object.hasOwn(self, "issuer"),
  (self) => self.backends.every(({ weight }) => weight >= 0 && weight <= 100),
  (self) => self.backends.every((b) => self.backends.filter((c) => c.name === b.name).length === 1),
  (self) => name.matches(self.name),
  (self, oldSelf) => self.name === oldSelf.name,
  (self, oldSelf) => jsonEqual(self.backends, oldSelf.backends),
  (self) => ["none", "ca"].includes(self.issuer ?? "none"),
  (self) => self.backends.reduce((sum, { weight }) => sum + weight, 0) <= 200,
  (self) => self.backends.every((b, index, all) => index === 0 || (all[index - 1]?.name ?? "") <= b.name),
  (self) => (compareTo(quantity(self.request) as Value, quantity(self.limit) as Value) as bigint) <= 0n,
  (self) => isURL(self.url) === true && scheme(url(self.url) as Value) === "https",
  (self) => containsIP(cidr(self.net) as Value, self.ip) === true,
  (self) => self.tags.filter((tag) => tag.startsWith("k8s.")).length === 0,
  (self) => new CELDuration(parseDuration(self.timeout)).nanoseconds < hour,
  (self) =>
    Object.entries(self.labels).every(([key, value]) => Array.from(key).length < 64 && Array.from(value).length < 64),
  (self) =>
    `${self.name} has ${String(self.replicas)} replicas` === "web has 3 replicas" && self.name.toUpperCase() === "WEB",
  (self) => hasValue(validate(label, self.name) as Value) !== true,
  (self) => isGreater(semver(self.version) as Value, first) === true,
];
