// In: an operator with webhooks, whose manager starts. Out: the moment at which the API server can call that manager. Called by
// simulations: certificates are made outside of the promise jobs that they can wait for.

import { isJsonObject, type JsonObject, type JsonValue, objectTitle } from '../../api/index.ts';
import { systemClock, untilAborted } from '../../clock/index.ts';
import type { Operator } from '../../constructs/index.ts';
import { isJsonList } from '../../schema/index.ts';
import type { EmbeddedCluster } from '../embedded/embedded-cluster.ts';

/** The longest real time in which a manager registers. */
const longestMs = 20_000;

/**
 * Resolves when all webhooks of an operator are registered at another address than now, or when `ended` aborts.
 *
 * @throws Error if that takes too long.
 */
export async function webhookRegistration(
  cluster: Pick<EmbeddedCluster, 'state'>,
  operator: Operator,
  ended: AbortSignal,
): Promise<void> {
  const { store } = cluster.state;
  const addresses = () => webhookAddresses(cluster, operator);
  const before = addresses();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  store.subscribeAll(() => {
    const isRegistered = (address: JsonValue | undefined) => address !== undefined && !before.includes(address);
    if (addresses().every(isRegistered)) resolve();
  });
  const patience = systemClock.timer(longestMs, () => {
    const title = objectTitle({ kind: 'Operator', metadata: { name: operator.name } });
    reject(new Error(`the webhooks of ${title} are not registered after ${longestMs / 1000} seconds`));
  });
  try {
    await untilAborted(promise, ended);
  } finally {
    patience.cancel();
  }
}

/** Returns the address of each webhook; undefined for one that isn't registered. */
function webhookAddresses(cluster: Pick<EmbeddedCluster, 'state'>, operator: Operator): (JsonValue | undefined)[] {
  const { registry, store } = cluster.state;
  return operator.installed.flatMap(({ kind, key }) => {
    const type = registry.find(kind.group, kind.version, kind.plural);
    const object = type && store.get(type.collection, key.name);
    return object === undefined ? [] : clientConfigs(object).map(({ url }) => url);
  });
}

function clientConfigs({ webhooks, spec }: JsonObject): readonly JsonObject[] {
  const conversion = isJsonObject(spec) && isJsonObject(spec.conversion) ? spec.conversion.webhook : undefined;
  return [...(isJsonList(webhooks) ? webhooks : []), conversion]
    .filter(isJsonObject)
    .map(({ clientConfig }) => clientConfig)
    .filter(isJsonObject);
}
