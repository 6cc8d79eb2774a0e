import type { GroupVersionKind, OpenAPISchema } from "@apimachinery/runtime";
import type { InstalledResource, InstalledSubresource } from "../endpoints/installed.js";
import type { ConnectRoutes } from "../endpoints/scope.js";
import { servedMetaPackage } from "./definitions.js";
import {
  capitalised,
  content,
  groupIdentifier,
  listTypes,
  objectTypes,
  responses,
  titled,
  type OpenAPIOperation,
  type PathItem,
  type Paths,
} from "./operation.js";
import {
  connectParameters,
  mergeParameters,
  namespaceParameter,
  pathParameter,
  prettyParameter,
  type Parameter,
  type ParameterLists,
} from "./parameters.js";
import { componentRef } from "./refs.js";

/** A resource and all properties that its paths describe. */
export interface DocumentedResource extends Pick<InstalledResource, "verbs" | "patchTypes"> {
  /**
   * Path of the group-version: `/apis/<group>/<version>`, or `/api/<version>` for the legacy group.
   */
  readonly root: string;
  readonly resource: string;
  readonly isNamespaced: boolean;
  readonly kind: GroupVersionKind;
  /** Names of the definitions of the object and of its list. */
  readonly object: string;
  readonly list: string;
  readonly subresources: readonly DocumentedSubresource[];
}

/**
 * A subresource such as `status` or `scale`, with its verbs. Its path is below the path of an
 * object.
 */
export interface DocumentedSubresource extends Omit<InstalledSubresource, "schema"> {
  readonly object: string;
  /**
   * Definition of the options, whose properties are the query parameters. Undefined for a
   * subresource without options.
   */
  readonly options: OpenAPISchema | undefined;
}

const meta = (type: string): OpenAPISchema => ({ $ref: componentRef(`${servedMetaPackage}.${type}`) });

/** Returns the paths of a resource with their operations and the extensions that kubectl needs. */
export function resourcePaths(resource: DocumentedResource, parameters: ParameterLists): Paths {
  const { root, isNamespaced, kind, verbs, subresources } = resource;
  const writer = new OperationWriter(resource, parameters);
  const scope = isNamespaced ? "Namespaced" : "";
  const collection = `${root}${isNamespaced ? "/namespaces/{namespace}" : ""}/${resource.resource}`;
  const watched = collection.replace(root, `${root}/watch`);
  const place = isNamespaced ? [namespaceParameter] : [];
  const named = [pathParameter("name", `The name of the ${kind.kind}.`), ...place];
  const watching = (path: readonly Parameter[]) => mergeParameters(parameters.watch, path, [prettyParameter]);
  const paths: Record<string, PathItem> = {
    [collection]: { ...writer.collection(scope), parameters: [...place, prettyParameter] },
    [`${collection}/{name}`]: { ...writer.object(scope), parameters: [...named, prettyParameter] },
  };
  for (const subresource of subresources) {
    if (subresource.connect !== undefined) {
      Object.assign(
        paths,
        connectPaths(writer, `${collection}/{name}`, scope, subresource, subresource.connect, named),
      );
      continue;
    }
    paths[`${collection}/{name}/${subresource.name}`] = {
      ...writer.subresource(scope, subresource),
      parameters: [...named, prettyParameter],
    };
  }
  if (verbs.includes("list") && isNamespaced) {
    paths[`${root}/${resource.resource}`] = {
      get: writer.list(`${kind.kind}ForAllNamespaces`, []),
      parameters: watching([]),
    };
  }
  if (verbs.includes("watch")) {
    paths[watched] = { get: writer.watch("watchlist", `${scope}${kind.kind}List`), parameters: watching(place) };
    paths[`${watched}/{name}`] = { get: writer.watch("watch", `${scope}${kind.kind}`), parameters: watching(named) };
    if (isNamespaced)
      paths[`${root}/watch/${resource.resource}`] = {
        get: writer.watch("watchlist", `${kind.kind}ListForAllNamespaces`),
        parameters: watching([]),
      };
  }
  return Object.fromEntries(Object.entries(paths).filter(([, item]) => Object.keys(item).length > 1));
}

/**
 * Returns the paths of a subresource with a handler: the path of the subresource, and the path for
 * everything below it.
 */
function connectPaths(
  writer: OperationWriter,
  path: string,
  scope: string,
  subresource: DocumentedSubresource,
  { methods, hasPath }: ConnectRoutes,
  named: readonly Parameter[],
): Paths {
  const query = subresource.options === undefined ? [] : connectParameters(subresource.options);
  const item = (suffix: string, parameters: readonly Parameter[]): PathItem => ({
    ...Object.fromEntries(
      methods.map((method) => [method.toLowerCase(), writer.connect(method, scope, subresource, suffix)]),
    ),
    parameters,
  });
  const below = pathParameter("path", "path to the resource");
  return {
    [`${path}/${subresource.name}`]: item("", mergeParameters(named, query)),
    // A subresource with the query parameter `path` also has the path parameter `path`, which
    // contains the path below the subresource.
    ...(hasPath
      ? { [`${path}/${subresource.name}/{path}`]: item("WithPath", [...mergeParameters(named), below, ...query]) }
      : {}),
  };
}

const deleteOptions = { content: content(["*/*"], meta("DeleteOptions")) };

/** Returns the operations of the served verbs. The keys of `operations` are the verbs. */
function served(verbs: readonly string[], operations: Readonly<Record<string, PathItem>>): PathItem {
  const found = Object.entries(operations).filter(([verb]) => verbs.includes(verb));
  return Object.assign({}, ...found.map(([, item]) => item)) as PathItem;
}

type Say = Pick<OpenAPIOperation, "description" | "parameters" | "requestBody" | "responses">;

/** Creates the operations of one resource, according to its verbs. */
class OperationWriter {
  readonly #resource: DocumentedResource;
  readonly #parameters: ParameterLists;

  constructor(resource: DocumentedResource, parameters: ParameterLists) {
    this.#resource = resource;
    this.#parameters = parameters;
  }

  collection(scope: string): PathItem {
    const { verbs, kind, object } = this.#resource;
    const stem = `${scope}${kind.kind}`;
    return served(verbs, {
      list: { get: this.list(stem, this.#parameters.watch) },
      create: { post: this.#create(stem, `create a ${kind.kind}`, object) },
      deletecollection: {
        delete: this.#operation("deletecollection", "delete", `Collection${stem}`, {
          description: `delete collection of ${kind.kind}`,
          parameters: mergeParameters(this.#parameters.list, this.#parameters.delete),
          requestBody: deleteOptions,
          responses: responses({ 200: meta("Status") }),
        }),
      },
    });
  }

  object(scope: string): PathItem {
    const { verbs, kind, object, patchTypes } = this.#resource;
    const stem = `${scope}${kind.kind}`;
    return {
      ...this.#readAndWrite({ object, verbs, patchTypes, kind }, stem, "the specified"),
      ...served(verbs, {
        delete: {
          delete: this.#operation("delete", "delete", stem, {
            description: `delete a ${kind.kind}`,
            parameters: this.#parameters.delete,
            requestBody: deleteOptions,
            responses: responses({ 200: meta("Status"), 202: meta("Status") }),
          }),
        },
      }),
    };
  }

  subresource(scope: string, subresource: DocumentedSubresource): PathItem {
    const { name, kind, object, verbs } = subresource;
    const own = this.#resource.kind.kind;
    const stem = `${scope}${own}${titled(name)}`;
    return {
      ...this.#readAndWrite(subresource, stem, `${name} of the specified`),
      ...served(verbs, { create: { post: this.#create(stem, `create ${name} of a ${own}`, object, kind) } }),
    };
  }

  /**
   * Returns the operation of one HTTP method on a subresource with a handler.
   * @param suffix end of the operation's id
   */
  connect(method: string, scope: string, { name, kind }: DocumentedSubresource, suffix: string): OpenAPIOperation {
    const own = this.#resource.kind.kind;
    const stem = `${capitalised(method.toLowerCase())}${scope}${own}${titled(name)}${suffix}`;
    const say = {
      description: `connect ${method} requests to ${name} of ${own}`,
      responses: responses({ 200: { type: "string" } }, ["*/*"]),
    };
    return this.#operation("connect", "connect", stem, say, kind);
  }

  list(stem: string, parameters: readonly Parameter[]): OpenAPIOperation {
    const { kind, list } = this.#resource;
    const said = {
      description: `list or watch objects of kind ${kind.kind}`,
      responses: responses({ 200: { $ref: componentRef(list) } }, listTypes),
    };
    return this.#operation("list", "list", stem, parameters.length === 0 ? said : { ...said, parameters });
  }

  watch(action: "watch" | "watchlist", stem: string): OpenAPIOperation {
    const description = `watch ${action === "watch" ? "one object" : "all objects"} of kind ${this.#resource.kind.kind}. Deprecated: list with the parameter 'watch=true'.`;
    return this.#operation(action, "watch", stem, {
      description,
      responses: responses({ 200: meta("WatchEvent") }, listTypes),
    });
  }

  #create(stem: string, description: string, object: string, kind?: GroupVersionKind): OpenAPIOperation {
    const schema: OpenAPISchema = { $ref: componentRef(object) };
    const say = {
      description,
      parameters: this.#parameters.create,
      requestBody: { content: content(["*/*"], schema), required: true as const },
      responses: responses({ 200: schema, 201: schema, 202: schema }),
    };
    return this.#operation("post", "create", stem, say, kind);
  }

  #readAndWrite(
    { object, verbs, patchTypes, kind }: Pick<DocumentedResource, "object" | "verbs" | "patchTypes" | "kind">,
    stem: string,
    which: string,
  ): PathItem {
    const what = `${which} ${this.#resource.kind.kind}`;
    const schema: OpenAPISchema = { $ref: componentRef(object) };
    const read = { description: `read ${what}`, responses: responses({ 200: schema }, objectTypes) };
    const replace = {
      description: `replace ${what}`,
      parameters: this.#parameters.update,
      requestBody: { content: content(["*/*"], schema), required: true as const },
      responses: responses({ 200: schema, 201: schema }),
    };
    const patch = {
      ...replace,
      description: `partially update ${what}`,
      parameters: this.#parameters.patch,
      requestBody: { content: content(patchTypes, meta("Patch")), required: true as const },
    };
    return served(verbs, {
      get: { get: this.#operation("get", "read", stem, read, kind) },
      update: { put: this.#operation("put", "replace", stem, replace, kind) },
      patch: { patch: this.#operation("patch", "patch", stem, patch, kind) },
    });
  }

  /**
   * Returns an operation.
   * @param verb beginning of the operation's id
   */
  #operation(
    action: string,
    verb: string,
    stem: string,
    say: Say,
    kind: GroupVersionKind = this.#resource.kind,
  ): OpenAPIOperation {
    const { group, version } = this.#resource.kind;
    const identifier = groupIdentifier(group === "" ? "core" : group);
    return {
      tags: [`${identifier}_${version}`],
      operationId: `${verb}${capitalised(identifier)}${capitalised(version)}${stem}`,
      ...say,
      "x-kubernetes-action": action,
      "x-kubernetes-group-version-kind": { group: kind.group, version: kind.version, kind: kind.kind },
    };
  }
}
