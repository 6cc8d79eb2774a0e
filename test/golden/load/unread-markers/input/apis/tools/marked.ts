/**
 * Not exported, but marked.
 *
 * +kubebuilder:resource:shortName=mk
 */
type Marked = { name: string };

export const marked: Marked = { name: "" };
