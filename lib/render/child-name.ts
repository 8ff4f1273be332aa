import { createHash } from 'node:crypto';
import type { GroupVersionKind } from '../api/index.ts';

const hashLength = 8;

/**
 * Returns the name of a child without an explicit one: the resource's name and the child's construct path, joined by
 * `-`.
 *
 * Lower case and valid for the kind. Different texts give different names, except for upper and lower case. If
 * characters had to be replaced, or the name cut to the kind's limit, it ends in a hash of the full text. Two paths
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
  const clean = dnsLabelKinds.has(kind) ? childDnsLabel(full) : childDnsSubdomain(full);
  const limit = nameLimits[kind] ?? 63;
  if (clean === full && full.length <= limit) return full;
  const head = trimmedNameText(clean.slice(0, limit - hashLength - 1));
  return `${head}-${createHash('sha256').update(full).digest('hex').slice(0, hashLength)}`;
}

/** Kinds whose names become host names. Older API servers refuse a Service whose name begins with a digit. */
const dnsLabelKinds: ReadonlySet<string> = new Set(['Service', 'Namespace']);

/**
 * The limits of names to which a controller appends a suffix, within a label of 63 characters: `-<10 digits>` for a
 * CronJob's jobs, `-<revision hash>` for a StatefulSet's pods.
 */
const nameLimits: Readonly<Record<string, number>> = { CronJob: 52, StatefulSet: 52 };

function childDnsLabel(text: string): string {
  const label = trimmedNameText(text.replace(/[^a-z0-9-]+/g, '-'));
  return /^[a-z]/.test(label) ? label : `x-${label}`;
}

function childDnsSubdomain(text: string): string {
  const joined = text.replace(/[^a-z0-9.-]+/g, '-').replace(/[-.]+/g, (run) => (run.includes('.') ? '.' : run));
  return trimmedNameText(joined);
}

/**
 * Returns a text without the hyphens and dots at its ends. A regular expression would search for the last ones from
 * every run of them.
 */
function trimmedNameText(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isNameSeparator(text[start])) start += 1;
  while (start < end && isNameSeparator(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isNameSeparator(character: string | undefined): boolean {
  return character === '-' || character === '.';
}
