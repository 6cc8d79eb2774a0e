/// <reference types="node" preserve="true" />
/**
 * Protobuf for the kinds that have it. This subpath needs the package `protobufjs`.
 */
export { protobufFormat } from "./protobuf-format.js";
