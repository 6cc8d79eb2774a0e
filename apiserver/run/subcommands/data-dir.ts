import { stringFlag } from "../../options/flags/kinds.js";
import type { Flag } from "../../options/flags/flag.js";
import { defaultsOfServer, type ServerDefinition } from "../definition.js";

/** Returns the flag for the data folder, with the default of the server. */
export function dataDirFlag(definition: ServerDefinition): Flag<string> {
  return stringFlag(defaultsOfServer(definition).dataDir, "folder of the server's data", "folder");
}

export function validateDataDir({ dataDir }: { readonly dataDir: string }): readonly string[] {
  return dataDir === "" ? ["--data-dir must be specified"] : [];
}
