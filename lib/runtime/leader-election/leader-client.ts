import { formatGroupVersionKind, formatObjectKey, type Kind, type ObjectKey, objectKey } from '../../api/index.ts';
import type { Client, WriteOptions } from '../../client/index.ts';
import { NotLeaderError } from './not-leader-error.ts';

/** Whether this process leads. */
export interface Leadership {
  /** The answer holds for the moment of the call only. */
  isLeader(): boolean;
}

/**
 * A client that writes only while this process leads. Reads pass; so does {@link Client.close}.
 *
 * Leadership is asked for when a write is handed over, so that no connection is taken for it in vain, and again in the
 * turn in which its bytes go to the kernel, as often as it is sent: a process that was stopped while the write waited for
 * a connection, or for a server that had asked to come again later, sends nothing when it goes on. What has been sent
 * has the difference of lease duration and renew deadline to arrive before another can lead; what has no answer when the
 * term ends is given up if it carries the term's signal. Bytes that a silent network holds in the kernel's buffers may
 * arrive even later: against that nothing helps but a version or uid in the write.
 *
 * Writes reject with a {@link NotLeaderError} while this process doesn't lead.
 */
export function leaderClient(client: Client, leadership: Leadership): Client {
  /** Refuses a write now, and makes its options refuse it later. */
  function guarded<Options extends WriteOptions>(
    { verb, kind, key }: { readonly verb: string; readonly kind: Kind; readonly key: ObjectKey },
    options: Options,
  ): Options {
    function beforeDispatch(): void {
      options.beforeDispatch?.();
      if (leadership.isLeader()) return;
      const subject = `${formatGroupVersionKind(kind)} ${formatObjectKey(key)}`;
      throw new NotLeaderError(
        `can't ${verb} ${subject}: this replica does not hold the lease, the one that does acts`,
      );
    }
    beforeDispatch();
    return { ...options, beforeDispatch };
  }

  return {
    get: (kind, key, options) => client.get(kind, key, options),
    list: (kind, options) => client.list(kind, options),
    watch: (kind, options) => client.watch(kind, options),
    openApi: (groupVersion, options) => client.openApi(groupVersion, options),
    openApiHashes: (options) => client.openApiHashes(options),
    serves: (kind, options) => client.serves(kind, options),
    serverVersion: (options) => client.serverVersion(options),
    close: () => client.close(),

    async create(kind, object, options = {}) {
      return client.create(kind, object, guarded({ verb: 'create', kind, key: objectKey(object) }, options));
    },
    async apply(kind, object, options) {
      return client.apply(kind, object, guarded({ verb: 'apply', kind, key: objectKey(object) }, options));
    },
    async patch(kind, key, patch, options = {}) {
      return client.patch(kind, key, patch, guarded({ verb: 'patch', kind, key }, options));
    },
    async delete(kind, key, options = {}) {
      return client.delete(kind, key, guarded({ verb: 'delete', kind, key }, options));
    },
  };
}
