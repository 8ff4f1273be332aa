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
 * The check is made when a write is handed to `client`: a write under way when leadership ends is not called back. A leader
 * stops leading earlier than others take over by the difference of lease duration and renew deadline, which is the time such a write has.
 *
 * Writes reject with a {@link NotLeaderError} while this process doesn't lead.
 */
export function leaderClient(client: Client, leadership: Leadership): Client {
  function demandLeadership(verb: string, kind: Kind, key: ObjectKey): void {
    if (leadership.isLeader()) return;
    throw new NotLeaderError(
      `can't ${verb} ${formatGroupVersionKind(kind)} ${formatObjectKey(key)}: this replica does not hold the lease; the one that does will do it`,
    );
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
