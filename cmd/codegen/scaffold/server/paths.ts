/** The file with the definition of the server. */
export const definitionPath = "src/definition.ts";

/** The file with the strategies of the server. */
export const strategiesPath = "src/strategies.ts";
