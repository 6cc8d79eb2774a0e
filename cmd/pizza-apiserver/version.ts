import { versionInfo } from "@apimachinery/apiserver";

/** What `/version` and --version say. */
export const version = versionInfo("1", "0", "v1.0.0");
