import { Lazy } from 'cdk8s';
import { type Finding, fieldPath, itemPath } from '../../schema/index.ts';
import { isPlain } from './written-object.ts';

/** Why a value can't be written into a manifest, and what to do; undefined if it can. */
type Refusal = (value: unknown) => string | undefined;

/**
 * What of a value is lost on its way into a manifest, or keeps it from getting there: null, which means something to
 * Kubernetes and is left out by cdk8s, what JSON doesn't have, and what holds itself.
 *
 * @param path - of the value in its object; empty for the object itself.
 */
export function unwritableFindings(value: unknown, path: string): Finding[] {
  return findings(value, { path, around: [], refusal: scalarRefusal });
}

/**
 * The values of classes in a value, as far as cdk8s doesn't say in its own way what they come to. For values that it has
 * failed to write, since a resolver of the app may know some classes.
 *
 * @param path - of the value in its object; empty for the object itself.
 */
export function instanceFindings(value: unknown, path: string): Finding[] {
  return findings(value, { path, around: [], refusal: instanceRefusal });
}

interface Visit {
  readonly path: string;
  /** What the value lies in. */
  readonly around: readonly unknown[];
  readonly refusal: Refusal;
}

function findings(value: unknown, { path, around, refusal }: Visit): Finding[] {
  if (around.includes(value)) return [{ path, message: 'holds what it lies in, without an end: leave it out' }];
  const message = refusal(value);
  if (message !== undefined) return [{ path, message }];
  const inside = (part: unknown, place: string) => findings(part, { path: place, around: [...around, value], refusal });
  if (Array.isArray(value)) return value.flatMap((item, index) => inside(item, itemPath(path, index)));
  if (!isPlain(value)) return [];
  return Object.entries(value).flatMap(([field, part]) => inside(part, fieldPath(path, field)));
}

function scalarRefusal(value: unknown): string | undefined {
  if (value === null) return 'null is not written into manifests: leave the field out';
  const isJson = !['bigint', 'function', 'symbol'].includes(typeof value);
  return isJson ? undefined : `must be what JSON has, and is a ${typeof value}: write a number or text`;
}

function instanceRefusal(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  if (value instanceof Lazy || 'resolve' in value || isPlain(value)) return undefined;
  return `must be what JSON has, and is of the class ${className(value)}: write the number or text that it stands for`;
}

function className(value: object): string {
  return value.constructor.name;
}
