import { ApiObject } from 'cdk8s';
import type { ApiObjectClass } from './kind-reference.ts';

/**
 * Whether a value is an object of a kind, in that version: what `instanceof` means for the classes of kinds, which all
 * inherit that of cdk8s, where every object is an instance of each of them. Also for objects of another copy of the library.
 */
export function isKindInstance({ apiVersion, kind }: ApiObjectClass['GVK'], value: unknown): value is ApiObject {
  return ApiObject.isApiObject(value) && value.apiVersion === apiVersion && value.kind === kind;
}
