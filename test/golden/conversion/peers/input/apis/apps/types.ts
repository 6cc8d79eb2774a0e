import type { Secret, Template } from "../core/types.js";

export interface Deployment {
  template: Template;
  templates: Record<string, Template>;
  secret?: Secret;
}
