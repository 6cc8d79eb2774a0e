import type { Case } from "./one-version.js";

const resource = (marker: string): string => `/** +kubebuilder:${marker} */`;

/** Changes of how a kind is served. */
export const resourceCases: readonly Case[] = [
  {
    name: "scope",
    old: "a: string;",
    now: { spec: "a: string;", kind: resource("resource:scope=Cluster") },
    expected: ["changed-scope breaking v1.Pizza "],
  },
  {
    name: "plural",
    old: "a: string;",
    now: { spec: "a: string;", kind: resource("resource:path=pizzen") },
    expected: ["renamed-resource breaking v1.Pizza "],
  },
  {
    name: "short-name",
    old: { spec: "a: string;", kind: resource("resource:shortName=pz;pie") },
    now: { spec: "a: string;", kind: resource("resource:shortName=pz") },
    expected: ["removed-short-name breaking v1.Pizza "],
  },
  {
    name: "scale",
    old: { spec: "a: int32;" },
    now: { spec: "a: int32;", kind: resource("subresource:scale:specpath=.spec.a,statuspath=.status.replicas") },
    expected: ["added-subresource compatible v1.Pizza "],
  },
  {
    name: "no-scale",
    old: { spec: "a: int32;", kind: resource("subresource:scale:specpath=.spec.a,statuspath=.status.replicas") },
    now: { spec: "a: int32;" },
    expected: ["removed-subresource breaking v1.Pizza "],
  },
  {
    name: "status",
    old: "a: string;",
    now: { spec: "a: string;", kind: resource("subresource:status") },
    expected: ["added-subresource breaking v1.Pizza "],
  },
  {
    name: "column",
    old: "a: string;",
    now: { spec: "a: string;", kind: resource('printcolumn:name="A",type="string",JSONPath=".spec.a"') },
    expected: ["changed-column compatible v1.Pizza "],
  },
  {
    name: "version",
    old: { spec: "a: string;", version: "v1alpha1" },
    now: { spec: "a: string;", version: "v1" },
    expected: ["removed-version breaking v1alpha1 "],
  },
  {
    name: "beta-version",
    old: { spec: "a: string;", version: "v1beta1" },
    now: { spec: "a: string;", version: "v1" },
    expected: ["dropped-too-early breaking v1beta1 ", "removed-version breaking v1beta1 "],
  },
];

/** Changes of sources that change nothing of the API. */
export const unchangedCases: readonly Case[] = [
  { name: "reordered", old: "a: string;\n b: int32;", now: "b: int32;\n a: string;", expected: [] },
  { name: "alias", old: "a: string;", now: { spec: "a: Name;", more: "export type Name = string;" }, expected: [] },
  {
    name: "base",
    old: "a: string;\n b: int32;",
    now: { spec: "b: int32;", more: "export interface Base { a: string }", extend: "extends Base " },
    expected: [],
  },
  { name: "comment", old: "a: string;", now: "/** A comment. */\n a: string;", expected: [] },
  {
    name: "renamed-type",
    old: { spec: "part: Part;", more: "export interface Part { a: string; parts: Part[] }" },
    now: { spec: "part: Piece;", more: "export interface Piece { a: string; parts: Piece[] }" },
    expected: [],
  },
  {
    name: "inline-type",
    old: { spec: "part: Part;", more: "export interface Part { a: string }" },
    now: "part: { a: string };",
    expected: [],
  },
];
