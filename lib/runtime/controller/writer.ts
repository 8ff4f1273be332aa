import { formatObjectKey, type ObjectKey } from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import { leaderClient } from '../leader-election/index.ts';
import type { ShardOwnership, WriteRight } from '../sharding/index.ts';

/** Returns the clients that write for resources: they refuse writes when this process doesn't own the resource. */
export function writers(
  client: Client,
  shardOwnership: Pick<ShardOwnership, 'rightTo'>,
): (resource: ObjectKey) => Client {
  const guarded = new WeakMap<WriteRight, Client>();
  return (resource) => {
    const right = shardOwnership.rightTo(formatObjectKey(resource));
    if (right === undefined) return client;
    const writer = guarded.get(right) ?? leaderClient(client, right);
    guarded.set(right, writer);
    return writer;
  };
}
