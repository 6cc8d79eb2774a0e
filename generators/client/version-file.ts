import type { FilePlan, PlanInput } from "../../engine/plan/generator.js";
import { printDeclaration } from "../../engine/print/type.js";
import type { Printable, SymbolRef } from "../../engine/base/symbol.js";
import { applyFile, applyNames, hasApplyConfiguration } from "../clientsets/apply-names.js";
import { hasLister, listerNames } from "../clientsets/lister-names.js";
import type { ClientResource, ClientVersion } from "../clientsets/clients.js";
import type { ClientMethod } from "../clientsets/methods.js";
import type { MethodType } from "../clientsets/method-types.js";
import { optionalFieldsOf, type OptionalFields } from "./optional-fields.js";
import { typedFunction, typedType } from "../clientsets/typed.js";
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
      ...symbols,
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

const symbols = {
  CreateInput: typedType("CreateInput"),
  NamespacedResource: typedType("NamespacedResource"),
  ClusterResource: typedType("ClusterResource"),
};

function resourceView(input: PlanInput, version: ClientVersion, resource: ClientResource) {
  const { kind, name, isCluster, methods } = resource;
  const hasInput = resource.verbs.includes("create") || methods.some(takesInput);
  const type = printDeclaration(input.universe, kind);
  const optionalFields = (): OptionalFields | undefined =>
    input.memo(`optional ${kind.name}`, kind.package, undefined, () => optionalFieldsOf(input.universe, kind));
  const apply = hasApplyConfiguration(resource)
    ? typeFrom(`${applyFile(version)}.ts`, `${kind.name}ApplyConfiguration`)
    : "never";
  return {
    ...symbols,
    kind: kind.name,
    type,
    name,
    hasInput,
    defaulted: hasInput ? defaultedView(optionalFields()) : null,
    input: hasInput ? `${kind.name}Input` : "never",
    apply,
    kinds: version.kinds,
    resourceType: isCluster ? symbols.ClusterResource : symbols.NamespacedResource,
    scope: isCluster ? "Cluster" : "Namespaced",
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
    interface: typedType(usual?.type ?? "ResourceVerbs"),
    set: usual === undefined ? null : typedFunction(usual.value),
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

interface DefaultedView {
  readonly Defaulted: SymbolRef;
  readonly names: readonly string[];
  readonly within: readonly { readonly name: string; readonly fields: DefaultedView | null }[];
}

function defaultedView(fields: OptionalFields | undefined): DefaultedView | null {
  if (fields === undefined) return null;
  return {
    Defaulted: typedType("Defaulted"),
    names: fields.names,
    within: fields.within.map((one) => ({ name: one.name, fields: defaultedView(one.fields) })),
  };
}

/** Returns the type and the data of a method that a `+genclient:method` marker adds. */
function methodView(method: ClientMethod, kind: Printable, kindName: string, apply: Printable) {
  const { name, verb, subresource, input, result } = method;
  const resultType = result?.type ?? kind;
  const wholeInput = takesInput(method) ? `${kindName}Input` : kind;
  return {
    name,
    verb,
    ...(subresource === undefined ? {} : { subresource }),
    type: methodTypeText(verb, subresource !== undefined, argumentOf(), resultType),
    input: formatOf(input),
    result: formatOf(result),
  };

  function argumentOf(): Printable {
    if (verb !== "apply") return input?.type ?? wholeInput;
    return input === undefined ? apply : [typedType("PartialFields"), "<", input.type, ", unknown>"];
  }
}

/** Reports whether a method creates an object of the kind. */
function takesInput({ verb, subresource, input }: ClientMethod): boolean {
  return verb === "create" && subresource === undefined && input === undefined;
}

function methodTypeText(
  verb: ClientMethod["verb"],
  isSubresource: boolean,
  input: Printable,
  result: Printable,
): Printable {
  const generic = (name: string, ...args: readonly Printable[]): Printable => [
    typedType(name),
    "<",
    ...args.flatMap((arg, index) => (index === 0 ? [arg] : [", ", arg])),
    ">",
  ];
  switch (verb) {
    case "get":
      return generic("GetMethod", result);
    case "list":
      return generic(isSubresource ? "ListSubresource" : "ListMethod", result);
    case "patch":
      return generic("PatchMethod", result);
    case "apply":
      return generic(isSubresource ? "ApplySubresource" : "ApplyMethod", input, result);
    case "create":
    case "update":
      return generic(isSubresource ? "WriteSubresource" : "WriteMethod", input, result);
  }
}

/**
 * Returns the code of a type's format in a method definition, or null if the method uses the kind's
 * own format.
 */
function formatOf(type: MethodType | undefined): Printable | null {
  return type === undefined ? null : (type.schema ?? JSON.stringify("json"));
}

function typeFrom(from: string, symbol: string): SymbolRef {
  return { symbol, from, type: true };
}
