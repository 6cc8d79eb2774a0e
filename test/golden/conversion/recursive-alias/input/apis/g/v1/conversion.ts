import type { ConversionScope } from "@apimachinery/runtime";
import type * as g from "../types.js";
import type * as v1 from "./types.js";

export function Convert_g_Tree_To_v1_Tree(input: g.Tree, scope: ConversionScope): v1.Tree {
  return input.map((branches) => Object.values(branches).map((tree) => Convert_g_Tree_To_v1_Tree(tree, scope)));
}

export function Convert_v1_Tree_To_g_Tree(input: v1.Tree, scope: ConversionScope): g.Tree {
  return input.map((tree) => ({ tree: Convert_v1_Tree_To_g_Tree(tree, scope) }));
}
