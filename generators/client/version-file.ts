import type { FilePlan, PlanInput } from "../../engine/plan/generator.js";
import { printDeclaration } from "../../engine/print/type.js";
import type { Printable } from "../../engine/base/symbol.js";
import { applyFile, applyNames, hasApplyConfiguration, hasLister, listerNames } from "../clientsets/file-names.js";
import type { ClientResource, ClientVersion } from "../clientsets/clients.js";
import type { ClientMethod, MethodType } from "../clientsets/methods.js";
import { optionalFieldsOf } from "./optional-fields.js";
import { clientVerbs, type ClientVerb } from "../markers/known/clients.js";

/** Plans the file with the clients of one group and version. */
export function versionFile(input: PlanInput, version: ClientVersion): FilePlan {
  const views = version.resources.map((resource) => resourceView(input, version, resource));
  return {
    package: version.pkg.id,
    path: `${version.path}.ts`,
    isPage: true,
    template: "version",
    view: {
      apiVersion: version.apiVersion,
      accessor: version.accessor,
      typeName: version.typeName,
      kinds: version.kinds,
      resources: views,
    },
    exports: [
      version.accessor,
      version.typeName,
      ...views.flatMap(({ kind, hasInput }) => [`${kind}Client`, ...(hasInput ? [`${kind}Input`] : [])]),
    ],
    reexports: [
      ...version.resources.filter(hasApplyConfiguration).flatMap((resource) => applyNames(version, resource)),
      ...version.resources
        .filter((resource) => version.hasListers && hasLister(resource))
        .flatMap((resource) => listerNames(version, resource)),
    ],
  };
}

function resourceView(input: PlanInput, version: ClientVersion, resource: ClientResource) {
  const { kind, name, isCluster, methods } = resource;
  const hasInput = resource.verbs.includes("create") || methods.some(takesInput);
  const type = printDeclaration(input.universe, kind);
  const defaulted = hasInput
    ? input.memo(`optional ${kind.name}`, kind.package, undefined, () => optionalFieldsOf(input.universe, kind))
    : undefined;
  const apply: Printable = hasApplyConfiguration(resource)
    ? { symbol: `${kind.name}ApplyConfiguration`, from: `${applyFile(version)}.ts`, type: true }
    : "never";
  return {
    kind: kind.name,
    type,
    name,
    hasInput,
    defaulted,
    apply,
    kinds: version.kinds,
    isCluster,
    ...verbsView(resource.verbs),
    methods: methods.map((method) => methodView(method, type, kind.name, apply)),
  };
}

/**
 * Returns the methods of a client for the template. `interface` and `set` name one of the two
 * common sets of methods. If the client has other methods, `set` is null, and the template selects
 * the methods in `verbs` from `interface`.
 */
function verbsView(of: readonly ClientVerb[]) {
  const usual = usualVerbs.find(({ list }) => list.length === of.length && list.every((verb) => of.includes(verb)));
  return {
    hasVerbs: of.length > 0,
    interface: usual?.type ?? "ResourceVerbs",
    set: usual?.value ?? null,
    verbs: of,
  };
}

const usualVerbs = [
  { list: clientVerbs, type: "ResourceVerbs", value: "allVerbs" },
  {
    list: clientVerbs.filter((verb) => !verb.endsWith("Status")),
    type: "VerbsWithoutStatus",
    value: "verbsWithoutStatus",
  },
];

/**
 * Types of the client package for the methods of a verb: of the kind itself, and of a subresource.
 */
const methodTypes = {
  get: ["GetMethod", "GetMethod"],
  list: ["ListMethod", "ListSubresource"],
  patch: ["PatchMethod", "PatchMethod"],
  apply: ["ApplyMethod", "ApplySubresource"],
  create: ["WriteMethod", "WriteSubresource"],
  update: ["WriteMethod", "WriteSubresource"],
} as const;

/** Returns the type and the data of a method that a `+genclient:method` marker adds. */
function methodView(method: ClientMethod, kind: Printable, kindName: string, apply: Printable) {
  const { name, verb, subresource, input, result } = method;
  const [ofKind, ofSubresource] = methodTypes[verb];
  const isApplied = verb === "apply";
  const whole = isApplied ? apply : takesInput(method) ? `${kindName}Input` : kind;
  return {
    name,
    verb,
    ...(subresource === undefined ? {} : { subresource }),
    methodType: subresource === undefined ? ofKind : ofSubresource,
    argument: isApplied || verb === "create" || verb === "update" ? (input?.type ?? whole) : null,
    isPartial: isApplied && input !== undefined,
    resultType: result?.type ?? kind,
    input: formatOf(input),
    result: formatOf(result),
  };
}

/** Reports whether a method creates an object of the kind. */
function takesInput({ verb, subresource, input }: ClientMethod): boolean {
  return verb === "create" && subresource === undefined && input === undefined;
}

/**
 * Returns the code of a type's format in a method definition, or null if the method uses the kind's
 * own format.
 */
function formatOf(type: MethodType | undefined): Printable | null {
  return type === undefined ? null : (type.schema ?? JSON.stringify("json"));
}
