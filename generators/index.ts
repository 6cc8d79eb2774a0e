import type { Generator } from "../engine/plan/generator.js";
import { applyconfiguration } from "./applyconfiguration/index.js";
import { client } from "./client/index.js";
import { conversion } from "./conversion/index.js";
import { defaults } from "./defaults/index.js";
import { crd } from "./crd/index.js";
import { deepcopy } from "./deepcopy/index.js";
import { fuzz } from "./fuzz/index.js";
import { informer } from "./informer/index.js";
import { lister } from "./lister/index.js";
import { lossy } from "./lossy/index.js";
import { openapi } from "./openapi/index.js";
import { prereleaseLifecycle } from "./prerelease-lifecycle/index.js";
import { protobuf } from "./protobuf/index.js";
import { rbac } from "./rbac/index.js";
import { register } from "./register/index.js";
import { schema } from "./schema/index.js";
import { validation } from "./validation/index.js";
import { webhookManifests } from "./webhook/index.js";

/** All generators. The property `after` of a generator determines the order of planning. */
export const generators: readonly Generator[] = [
  schema,
  deepcopy,
  defaults,
  validation,
  conversion,
  lossy,
  fuzz,
  openapi,
  protobuf,
  register,
  client,
  applyconfiguration,
  lister,
  informer,
  prereleaseLifecycle,
  crd,
  rbac,
  webhookManifests,
];
