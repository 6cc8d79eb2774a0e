/// <reference types="node" preserve="true" />
/** Webhooks of custom resources, which use the types and strategies of API groups. */
export type { WebhookServerDefinition } from "./definition.js";
export { runWebhookServer } from "./run-webhook-server.js";
export { startWebhookServer } from "./start-webhook-server.js";
export type { RunningWebhookServer } from "./start-webhook-server.js";
export { defaultWebhookOptions } from "./webhook-options.js";
export type { WebhookOptions } from "./webhook-options.js";
