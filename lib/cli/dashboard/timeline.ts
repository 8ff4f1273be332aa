// In: an object. Out: the entries of its timeline that the object itself shows. Called by `Board`.

import { conditionsOf, type StoredObject } from '../../api/index.ts';
import type { TimelineEntry } from './message.ts';

/** The maximum number of entries that the page shows. */
const mostEntries = 200;

/** Condition types whose status `True` is a problem. */
const problems: readonly string[] = ['Degraded', 'Stalled', 'Failed', 'ReplicaFailure'];

/** Returns the creation of an object, the last write of each field manager, and the last change of each condition. */
export function objectTimeline(object: StoredObject): readonly TimelineEntry[] {
  const { metadata, kind, status } = object;
  const base = { object: `${kind} ${metadata.name}`, isWarning: false };
  return [
    { ...base, at: metadata.creationTimestamp, source: 'created', text: 'was created' },
    ...(metadata.managedFields ?? []).flatMap(({ manager, operation, subresource, time }): TimelineEntry[] => {
      if (manager === undefined || time === undefined) return [];
      const verb = operation === 'Apply' ? 'applied' : 'updated';
      return [{ ...base, at: time, source: 'written', text: `${manager} last ${verb} ${subresource ?? 'it'}` }];
    }),
    ...conditionsOf(status).flatMap(({ type, status: state, reason, message, lastTransitionTime }): TimelineEntry[] => {
      if (lastTransitionTime === '') return [];
      const isWarning = problems.includes(type) ? state === 'True' : type === 'Ready' && state === 'False';
      const cause = [reason, message].filter((part) => part !== '').join(': ');
      const text = `${type} became ${state}${cause === '' ? '' : ` (${cause})`}`;
      return [{ ...base, at: lastTransitionTime, source: 'condition', text, isWarning }];
    }),
  ];
}

/** Returns the entries of a timeline that the page shows, the newest first. */
export function newestFirst(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  const time = new Map(entries.map((entry) => [entry, Date.parse(entry.at)]));
  return entries.toSorted((one, other) => (time.get(other) ?? 0) - (time.get(one) ?? 0)).slice(0, mostEntries);
}
