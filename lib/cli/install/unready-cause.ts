// In: an object that isn't ready. Out: the reasons that the cluster has for it: conditions, containers, Events. Called by
// the commands that wait.

import {
  type Condition,
  conditionsOf,
  type JsonObject,
  knownKind,
  objectTitle,
  type StoredObject,
} from '../../api/index.ts';
import { ApiError, type Client } from '../../client/index.ts';
import { formatLabelSelector } from '../../constructs/index.ts';
import { readiness } from '../../render/index.ts';
import { fieldAt, fieldsAt, isJsonObject, objectsAt, textAt, textMap } from '../../schema/index.ts';

const podKind = knownKind('v1', 'Pod');
const eventKind = knownKind('v1', 'Event');

/** The conditions that are true for a problem, or while an object changes. All others are false then. */
const unwantedConditions: ReadonlySet<string> = new Set([
  'Degraded',
  'Failed',
  'Progressing',
  'Reconciling',
  'ReplicaFailure',
  'Stalled',
  'Terminating',
]);

/** Further Events repeat the first ones. */
const mostEvents = 5;

/** Returns the reasons why an object isn't ready, each as a line. A read that the account may not do gives a line too. */
export async function unreadyCauses(client: Client, object: StoredObject): Promise<readonly string[]> {
  const pods = await orRefusal(() => unreadyPods(client, object));
  const events = await orRefusal(() => warnings(client, object));
  return [
    ...conditionsOf(object.status).filter(isUnwanted).map(conditionCause),
    ...pods.flatMap((pod) => (typeof pod === 'string' ? [pod] : podCauses(pod))),
    ...new Set(events),
  ];
}

async function orRefusal<Item>(read: () => Promise<readonly Item[]>): Promise<readonly (Item | string)[]> {
  try {
    return await read();
  } catch (error) {
    if (!ApiError.is(error)) throw error;
    return [error.message];
  }
}

function isUnwanted({ type, status }: Condition): boolean {
  return unwantedConditions.has(type) ? status === 'True' : status !== 'True';
}

/** Returns a condition as a cause: `condition Available is False, MinimumReplicasUnavailable: …`. */
export function conditionCause({ type, status, reason, message }: Condition): string {
  return `condition ${type} is ${status}${reason && `, ${reason}`}${message && `: ${message}`}`;
}

/** Returns the pods of a workload that aren't ready; none for objects of other kinds. */
async function unreadyPods(client: Client, { spec, metadata, kind }: StoredObject): Promise<readonly StoredObject[]> {
  const selector = fieldsAt(spec, 'selector');
  const isWorkload = isJsonObject(fieldAt(spec, 'template.spec')) && isJsonObject(selector.matchLabels);
  if (!isWorkload || kind === 'CronJob') return [];
  const labelSelector = formatLabelSelector({ matchLabels: textMap(selector.matchLabels) });
  const { items } = await client.list(podKind, { namespace: metadata.namespace, labelSelector });
  return items.filter((pod) => readiness(pod).state !== 'current');
}

function podCauses(pod: StoredObject): readonly string[] {
  const title = objectTitle(pod);
  const unscheduled = conditionsOf(pod.status).filter(
    ({ type, status }) => type === 'PodScheduled' && status !== 'True',
  );
  const containers = ['initContainerStatuses', 'containerStatuses'].flatMap((field) => objectsAt(pod.status, field));
  return [...unscheduled.map(conditionCause), ...containers.flatMap(containerCauses)].map(
    (cause) => `${title}: ${cause}`,
  );
}

function containerCauses(container: JsonObject): readonly string[] {
  const name = `container ${textAt(container, 'name')}`;
  const waiting = textAt(container, 'state.waiting.reason');
  const message = textAt(container, 'state.waiting.message');
  const ended = textAt(container, 'lastState.terminated.reason') || textAt(container, 'state.terminated.reason');
  const code = textAt(container, 'lastState.terminated.exitCode') || textAt(container, 'state.terminated.exitCode');
  return [
    ...(waiting === '' ? [] : [`${name} waits, ${waiting}${message && `: ${message}`}`]),
    ...(ended === '' ? [] : [`${name} ended with exit code ${code}, ${ended}`]),
  ];
}

/** Returns the latest warnings about an object, and about objects whose names begin with its name, such as its pods. */
async function warnings(client: Client, { metadata }: StoredObject): Promise<readonly string[]> {
  const { namespace = 'default', name } = metadata;
  const { items } = await client.list(eventKind, { namespace, fieldSelector: 'type=Warning' });
  return items
    .filter(({ involvedObject }) => {
      const involvedName = textAt(involvedObject, 'name');
      return involvedName === name || involvedName.startsWith(`${name}-`);
    })
    .map((event) => ({ at: lastSeen(event), text: eventText(event) }))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .slice(-mostEvents)
    .map(({ text }) => text);
}

function lastSeen(event: StoredObject): string {
  const times = [event.lastTimestamp, fieldAt(event, 'series.lastObservedTime'), event.eventTime];
  return times.find((time) => typeof time === 'string') ?? event.metadata.creationTimestamp;
}

function eventText({ involvedObject, reason, message }: StoredObject): string {
  return `Event of ${textAt(involvedObject, 'kind')} ${textAt(involvedObject, 'name')}: ${String(reason)}: ${String(message)}`;
}
