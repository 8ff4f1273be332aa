import { formatGroupVersionKind, formatObjectKey, type Kind, type ObjectKey, objectKey } from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import { NotLeaderError } from './not-leader-error.ts';

/** Whether this process leads. */
export interface Leadership {
  /** The answer holds for the moment of the call only. */
  isLeader(): boolean;
}

/**
 * A client that writes only while this process leads. Reads pass; so does {@link Client.close}.
 *
 * The check is made when a write is handed to `client`. What `client` then has to wait for, a connection or a server
 * that asks to come again later, is ended by the write's own signal: give it the term's. A write that has been sent has
 * the difference of lease duration and renew deadline to arrive before another can lead.
 *
 * Writes reject with a {@link NotLeaderError} while this process doesn't lead.
 */
export function leaderClient(client: Client, leadership: Leadership): Client {
  function demandLeadership(verb: string, kind: Kind, key: ObjectKey): void {
    if (leadership.isLeader()) return;
    const subject = `${formatGroupVersionKind(kind)} ${formatObjectKey(key)}`;
    throw new NotLeaderError(`can't ${verb} ${subject}: this replica does not hold the lease, the one that does acts`);
  }

  return {
    get: (kind, key, options) => client.get(kind, key, options),
    list: (kind, options) => client.list(kind, options),
    watch: (kind, options) => client.watch(kind, options),
    serverVersion: (options) => client.serverVersion(options),
    close: () => client.close(),

    async create(kind, object, options) {
      demandLeadership('create', kind, objectKey(object));
      return client.create(kind, object, options);
    },
    async apply(kind, object, options) {
      demandLeadership('apply', kind, objectKey(object));
      return client.apply(kind, object, options);
    },
    async patch(kind, key, patch, options) {
      demandLeadership('patch', kind, key);
      return client.patch(kind, key, patch, options);
    },
    async delete(kind, key, options) {
      demandLeadership('delete', kind, key);
      return client.delete(kind, key, options);
    },
  };
}
