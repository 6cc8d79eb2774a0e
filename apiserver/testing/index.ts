/// <reference types="node" preserve="true" />
/** @file Servers for tests. Generated fake clientsets import this module. */
export { newTestServer } from "./test-server.js";
export type { TestServer } from "./test-server.js";
export type { TestServerDefinition } from "./start-test-server.js";
