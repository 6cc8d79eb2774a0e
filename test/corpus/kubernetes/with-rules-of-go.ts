/**
 * Changes the markers of a file of Kubernetes v1.36 so that it has the rules that Go's tool
 * generates. Version 1.37 renamed two markers. Go's tool generates rules only for packages with the
 * marker `+k8s:validation-gen`, ignores the markers of kubebuilder, and types do not imply rules.
 */
export function withRulesOfGo(text: string): string {
  const current = text
    .replaceAll("+k8s:discriminator", "+k8s:modeDiscriminator")
    .replaceAll("+k8s:member(", "+k8s:ifMode(")
    .replace(/^ +\* \+kubebuilder:validation:.*\n/gm, "");
  const isDoc = /^export \{\};$/m.test(text);
  if (!isDoc) return current;
  const line = text.includes("+k8s:validation-gen=") ? "+k8s:validation-gen:infer=none" : "+k8s:validation-gen=false";
  return current.replace(/^ \*\/$/m, ` * ${line}\n */`);
}
