/** The folder with the controllers of a project. */
export const controllersFolder = "src/controllers";

/** The file that runs all controllers of a project. */
export const controllerMainPath = `${controllersFolder}/main.ts`;
