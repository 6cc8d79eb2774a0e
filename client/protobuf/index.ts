/// <reference types="node" preserve="true" />
/** Support of protobuf in the client. This entry point needs the package `protobufjs`. */
export { protobufFormat } from "./protobuf-format.js";
