import { goQuote } from "@apimachinery/runtime";
import type { MappingEntries, NodeReader } from "../../yaml/node-reader.js";

/** Reads fields, and reports problems with Kubernetes' messages. */
export class FieldReader {
  readonly nodes: NodeReader;

  constructor(nodes: NodeReader) {
    this.nodes = nodes;
  }

  /**
   * Reports a problem with a field.
   * @param name name of the field; empty for the mapping itself
   */
  problem(parent: MappingEntries, name: string, why: string): void {
    const place = parent.values.get(name.replace(/\[.*$/, "")) ?? parent.node;
    this.nodes.report(place, `${name === "" ? parent.path : `${parent.path}.${name}`}: ${why}`);
  }

  invalid(parent: MappingEntries, name: string, value: string, why: string): void {
    this.problem(parent, name, `Invalid value: ${goQuote(value)}: ${why}`);
  }

  duplicate(parent: MappingEntries, name: string, value: string): void {
    this.problem(parent, name, `Duplicate value: ${goQuote(value)}`);
  }
}
