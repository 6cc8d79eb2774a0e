import type { DeepReadonly, SharedInformer } from "@apimachinery/client";
import type { ExternalCluster } from "../initializer.js";
import type { Syncing } from "../ready.js";
import { webhooksOf, type Hook } from "./hook.js";
import { webhookConfigurations, type WebhookConfiguration, type WebhookType } from "./webhook-configuration.js";

/** The webhooks of one type in the webhook configurations of the cluster. */
export class HookSource implements Syncing {
  readonly #informer: SharedInformer<WebhookConfiguration>;
  /**
   * Webhooks by the configuration object that contains them. When a configuration changes, the
   * informer returns a new object, so outdated webhooks are not found.
   */
  readonly #hooks = new WeakMap<DeepReadonly<WebhookConfiguration>, readonly Hook[]>();

  constructor({ informers }: ExternalCluster, type: WebhookType) {
    this.#informer = informers.forResource(webhookConfigurations[type]);
  }

  get hasSynced(): boolean {
    return this.#informer.hasSynced;
  }

  /** Returns all webhooks, sorted by the name of their configuration. */
  hooks(): readonly Hook[] {
    return this.#informer.lister
      .list()
      .toSorted(byName)
      .flatMap((configuration) => this.#hooksOf(configuration));
  }

  #hooksOf(configuration: DeepReadonly<WebhookConfiguration>): readonly Hook[] {
    let hooks = this.#hooks.get(configuration);
    if (hooks === undefined) this.#hooks.set(configuration, (hooks = webhooksOf(configuration)));
    return hooks;
  }
}

type Named = DeepReadonly<Pick<WebhookConfiguration, "metadata">>;

function byName({ metadata: { name: a = "" } }: Named, { metadata: { name: b = "" } }: Named): number {
  return a < b ? -1 : Number(a > b);
}
