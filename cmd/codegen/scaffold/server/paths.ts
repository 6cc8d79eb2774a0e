/** The file with the definition of the server. */
export const definitionPath = "src/definition.ts";
