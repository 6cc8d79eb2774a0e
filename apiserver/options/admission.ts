import { validateSelection } from "../admission/plugins.js";
import type { PluginFactory } from "../admission/initializer.js";
import { list, text } from "./flags/kinds.js";
import type { FlagSection, FlagValues } from "./flags/flag.js";

/** Which admission plugins judge writes, and what they are told. */
export const admissionFlags = {
  heading: "Admission",
  flags: {
    "enable-admission-plugins": list(
      [],
      "admission plugins that are on beside those that are by default; their order here does not matter",
    ),
    "disable-admission-plugins": list([], "admission plugins that are off although they are on by default"),
    "admission-control-config-file": text(
      "",
      "what admission plugins are told: an AdmissionConfiguration of apiserver.config.k8s.io/v1 (YAML)",
      "file",
    ),
  },
} satisfies FlagSection;

export type AdmissionOptions = FlagValues<typeof admissionFlags.flags>;

/** What is wrong with them, one sentence each. @param plugins that the server has */
export function validateAdmission(options: AdmissionOptions, plugins: readonly PluginFactory[]): string[] {
  return validateSelection(plugins, options);
}
