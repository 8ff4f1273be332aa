import { createHash } from 'node:crypto';
import type { GroupVersionKind } from '../api/index.ts';

const hashLength = 8;

/**
 * The name of a child that its author didn't name: the resource's name and the child's construct path, joined by `-`.
 *
 * Lower case and valid for the kind. Different texts give different names, but for upper and lower case: where characters
 * had to be replaced or the whole had to be cut to the kind's limit, a hash of the full text keeps them apart. Two paths
 * that join to one text, such as `A/B` and `A-B`, give one name, which `render` refuses.
 *
 * @param path - construct ids from below the resource's scope down to the child.
 */
export function childName(
  resourceName: string,
  path: readonly string[],
  { kind }: Pick<GroupVersionKind, 'kind'>,
): string {
  const full = [resourceName, ...path].join('-').toLowerCase();
  const clean = dnsLabelKinds.has(kind) ? dnsLabel(full) : dnsSubdomain(full);
  const limit = nameLimits[kind] ?? 63;
  if (clean === full && full.length <= limit) return full;
  const head = trimmed(clean.slice(0, limit - hashLength - 1));
  return `${head}-${createHash('sha256').update(full).digest('hex').slice(0, hashLength)}`;
}

/** Kinds whose names become host names. A label may not begin with a digit for Services of older API servers. */
const dnsLabelKinds: ReadonlySet<string> = new Set(['Service', 'Namespace']);

/**
 * Where a controller appends to the name what must still fit a label of 63 characters:
 * `-<10 digits>` for a CronJob's jobs, `-<revision hash>` for a StatefulSet's pods.
 */
const nameLimits: Readonly<Record<string, number>> = { CronJob: 52, StatefulSet: 52 };

function dnsLabel(text: string): string {
  const label = trimmed(text.replace(/[^a-z0-9-]+/g, '-'));
  return /^[a-z]/.test(label) ? label : `x-${label}`;
}

function dnsSubdomain(text: string): string {
  const joined = text.replace(/[^a-z0-9.-]+/g, '-').replace(/[-.]+/g, (run) => (run.includes('.') ? '.' : run));
  return trimmed(joined);
}

/** A text without the hyphens and dots at its ends. An expression would look for the last ones from every run of them. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isSeparator(text[start])) start += 1;
  while (start < end && isSeparator(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isSeparator(character: string | undefined): boolean {
  return character === '-' || character === '.';
}
