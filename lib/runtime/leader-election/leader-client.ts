import { formatGroupVersionKind, formatObjectKey, type Kind, type ObjectKey, objectKey } from '../../api/index.ts';
import type { Client, WriteOptions } from '../../client/index.ts';
import { brandedError } from '../../error/index.ts';
import type { WriteRight } from '../lease/index.ts';

/**
 * A client that writes only while this process leads. Reads and {@link Client.close} are not restricted.
 *
 * Leadership is checked when a write is called, so that no refused write takes a connection, and again just before its bytes go
 * to the kernel, at each attempt. A process that was suspended while the write waited, for a connection or for a
 * Retry-After, therefore sends nothing when it resumes. A request that has been sent has the difference between lease
 * duration and renew deadline to arrive before another candidate can lead. A request without a response at the end of the
 * term is aborted if it carries the term's signal. Bytes that a silent network holds in the kernel's buffers may arrive
 * later: only a version or uid in the write protects against that.
 *
 * Writes reject with a {@link NotLeaderError} while this process doesn't lead.
 *
 * @example
 * const client = leaderClient(ports.connect(), { isLeader: () => ports.clock.monotonic() < 15_000 });
 */
export function leaderClient(client: Client, right: WriteRight): Client {
  const guarded = <Options extends WriteOptions>(write: GuardedWrite, options: Options) =>
    guardedOptions(right, write, options);
  return {
    get: (kind, key, options) => client.get(kind, key, options),
    list: (kind, options) => client.list(kind, options),
    watch: (kind, options) => client.watch(kind, options),
    openApi: (groupVersion, options) => client.openApi(groupVersion, options),
    openApiHashes: (options) => client.openApiHashes(options),
    serves: (kind, options) => client.serves(kind, options),
    serverVersion: (options) => client.serverVersion(options),
    isReady: (options) => client.isReady(options),
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

/** A write, for messages. */
interface GuardedWrite {
  readonly verb: string;
  readonly kind: Kind;
  readonly key: ObjectKey;
}

/** Refuses a write now, and returns options by which it is refused later. */
function guardedOptions<Options extends WriteOptions>(
  right: WriteRight,
  { verb, kind, key }: GuardedWrite,
  options: Options,
): Options {
  function beforeDispatch(): void {
    options.beforeDispatch?.();
    if (right.isLeader()) return;
    const subject = `${formatGroupVersionKind(kind)} ${formatObjectKey(key)}`;
    throw new NotLeaderError(`can't ${verb} ${subject}: this replica does not hold the lease, the one that does acts`);
  }
  beforeDispatch();
  return { ...options, beforeDispatch };
}

/**
 * Thrown for a write while this process doesn't lead: the leader does the work.
 *
 * @example
 * const message = (error: unknown) => (NotLeaderError.is(error) ? 'another replica leads' : String(error));
 */
export class NotLeaderError extends brandedError('NotLeaderError') {
  readonly code = 'not-leader';
}
