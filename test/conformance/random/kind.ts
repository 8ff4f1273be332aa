import type fc from 'fast-check';
import type { JsonObject } from '../../../lib/api/index.ts';

/** A kind whose objects random sequences write. */
export interface RandomKind {
  /** Such as `apps/v1/deployments`. */
  readonly resource: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** The fields of an object beside its metadata, of which most are valid. */
  readonly fields: fc.Arbitrary<JsonObject>;
  /** The fields of the smallest valid object. */
  readonly least: JsonObject;
  /** The status that clients write; absent if there is no such subresource. */
  readonly status?: fc.Arbitrary<JsonObject>;
  readonly hasScale?: boolean;
  /** Strategic merge patches with directives of the kind's own lists. */
  readonly directives?: fc.Arbitrary<JsonObject>;
}
