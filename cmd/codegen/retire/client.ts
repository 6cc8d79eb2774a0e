import { moduleUrl } from "../../../engine/config/plugin/plugin.js";
import { UsageError } from "../failure.js";

/**
 * @file Types of the functions of `@apimachinery/client` that the command uses. The package is
 * loaded from the project.
 */

export interface ClientFieldsEntry {
  readonly manager?: string;
  readonly operation?: string;
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fieldsV1?: FieldTree;
  readonly subresource?: string;
}

/** A set of fields in the form of `fieldsV1`. */
export interface FieldTree {
  readonly [key: string]: FieldTree;
}

/** An object of any kind. */
export interface ClientObject {
  readonly metadata: {
    readonly name?: string;
    readonly namespace?: string;
    readonly resourceVersion?: string;
    readonly managedFields?: readonly ClientFieldsEntry[];
  };
}

export interface ClientObjects {
  namespace(name: string): ClientObjects;
  get(name: string): Promise<ClientObject>;
  pages(options: { readonly limit: number }): AsyncIterable<{ readonly items: readonly ClientObject[] }>;
  patch(
    name: string,
    patch: { readonly type: "merge"; readonly body: object },
    options: { readonly fieldManager: string },
  ): Promise<unknown>;
}

export interface Client {
  readonly server: string;
  text(request: {
    readonly method: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }): Promise<string>;
  resourceOf(type: ResourceType): ClientObjects;
  close(): Promise<void>;
}

/** The result type of `untypedResource`. Only the client reads its content. */
type ResourceType = object;

export interface ClientModule {
  readonly defaultClientConfig: (options: { readonly kubeconfig: string }) => Promise<{ readonly config: object }>;
  readonly RESTClient: new (config: object) => Client;
  readonly untypedResource: (
    kind: { readonly group: string; readonly version: string; readonly kind: string },
    resource: string,
    scope?: "Cluster",
  ) => ResourceType;
}

/**
 * Loads the client that a project has installed. Returns undefined if the client is not installed.
 */
export async function loadClient(cwd: string): Promise<ClientModule | undefined> {
  let url: string;
  try {
    url = await moduleUrl(cwd, "@apimachinery/client");
  } catch {
    return undefined;
  }
  return (await import(url)) as ClientModule;
}

/**
 * Returns a client for the server in a kubeconfig.
 * @throws UsageError if the kubeconfig has no usable server
 */
export async function connect(module: ClientModule, kubeconfig: string): Promise<Client> {
  try {
    return new module.RESTClient((await module.defaultClientConfig({ kubeconfig })).config);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Returns the HTTP status of an error response; undefined for any other error. */
export function codeOf(error: unknown): number | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "number" ? error.code : undefined;
}

/**
 * Returns a JSON document from the server; undefined if the server does not have the document.
 * @throws UsageError if the response is not JSON
 * @throws Error if the server refuses the request
 */
export async function getJSON<T>(client: Client, path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await client.text({ method: "GET", path })) as T;
  } catch (error) {
    if (codeOf(error) === 404) return undefined;
    if (error instanceof SyntaxError)
      throw new UsageError(`${client.server} is not an API server: its response to ${path} is not JSON`);
    throw error;
  }
}
