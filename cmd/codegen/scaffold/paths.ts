/** The file with the definition of the server. */
export const definitionPath = "src/definition.ts";

/** The file with the strategies of the server. */
export const strategiesPath = "src/strategies.ts";

/** The folder with the controllers of a project. */
export const controllersFolder = "src/controllers";

/** The file that runs all controllers of a project. */
export const controllerMainPath = `${controllersFolder}/main.ts`;

/** Example arguments for a first `codegen create api`. */
export const createExample = "create api --group restaurant.example.com --version v1alpha1 --kind Pizza --namespaced";
