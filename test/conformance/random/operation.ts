import type { JsonValue } from '../../../lib/api/index.ts';
import type { patchTypes } from '../session.ts';

/** One request of a random sequence, as data: equal on all servers, and shown if the responses differ. */
export interface Operation {
  readonly verb: 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update';
  /** Such as `apps/v1/deployments`. */
  readonly resource: string;
  /** Absent for collections. */
  readonly name?: string;
  readonly subresource?: 'scale' | 'status';
  readonly query?: Readonly<Record<string, string>>;
  /** The form of a patch. */
  readonly form?: keyof typeof patchTypes;
  /**
   * The body. The texts `$uid` and `$version` stand for those of the live object. An update without metadata takes those of the
   * live object.
   */
  readonly body?: JsonValue;
}
