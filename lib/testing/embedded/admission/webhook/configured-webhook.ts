// In: the stored webhook configurations. Out: their webhooks, in the order of calls. Called for each write.

import type { JsonObject } from '../../../../api/index.ts';
import { metadataText } from '../../../../built-in/index.ts';
import { objectList, scalarText } from '../../../../schema/index.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import type { Constraints } from '../matching/write-match.ts';

/** One entry of a webhook configuration. */
export interface ConfiguredWebhook {
  /** Unique among all configurations. */
  readonly id: string;
  readonly name: string;
  readonly entry: JsonObject;
  readonly constraints: Constraints;
  /** True if a failed call doesn't refuse the write. */
  readonly ignoresFailures: boolean;
  readonly timeoutSeconds: number;
  /** True if its calls have side effects also for dry runs. */
  readonly affectsDryRuns: boolean;
  /** True if it is called again when later steps have changed the object. */
  readonly isReinvoked: boolean;
}

/** Returns the webhooks of all configurations, sorted by the names of the configurations. */
export function configuredWebhooks(
  store: ObjectStorage,
  collection: 'mutatingwebhookconfigurations' | 'validatingwebhookconfigurations',
): readonly ConfiguredWebhook[] {
  return store
    .list(`admissionregistration.k8s.io/${collection}`)
    .flatMap(([, configuration]) =>
      objectList(configuration.webhooks).map((entry) => configuredWebhook(metadataText(configuration, 'name'), entry)),
    );
}

function configuredWebhook(configuration: string, entry: JsonObject): ConfiguredWebhook {
  const name = scalarText(entry.name);
  const { timeoutSeconds, sideEffects } = entry;
  return {
    id: `${configuration}/${name}`,
    name,
    entry,
    constraints: {
      rules: objectList(entry.rules),
      excluded: [],
      namespaceSelector: entry.namespaceSelector,
      objectSelector: entry.objectSelector,
      isExact: entry.matchPolicy === 'Exact',
    },
    ignoresFailures: entry.failurePolicy === 'Ignore',
    timeoutSeconds: typeof timeoutSeconds === 'number' ? timeoutSeconds : 10,
    affectsDryRuns: sideEffects !== 'None' && sideEffects !== 'NoneOnDryRun',
    isReinvoked: entry.reinvocationPolicy === 'IfNeeded',
  };
}
