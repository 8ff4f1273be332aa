// In: the operators of an app. Out: the kinds that the dashboard watches, and where. Called by `dashboard`.

import { formatGroupKind, formatGroupVersionKind, type Kind, knownKind } from '../../api/index.ts';
import { Controller, type Operator } from '../../constructs/index.ts';

/** A kind that the dashboard watches. */
export interface WatchedKind {
  readonly kind: Kind;
  /** `resource`: a custom resource of the operator. */
  readonly role: 'resource' | 'child';
  readonly namespaces: readonly string[] | 'all';
}

/** Kinds whose controllers in Kubernetes create further objects: these are shown, too. */
const createdKinds: Readonly<Record<string, readonly Kind[]>> = {
  'Deployment.apps': [knownKind('apps/v1', 'ReplicaSet'), knownKind('v1', 'Pod')],
  'StatefulSet.apps': [knownKind('v1', 'Pod')],
  'DaemonSet.apps': [knownKind('v1', 'Pod')],
  'Job.batch': [knownKind('v1', 'Pod')],
  'CronJob.batch': [knownKind('batch/v1', 'Job'), knownKind('v1', 'Pod')],
};

/**
 * Returns the kinds to watch for operators, each once: their custom resources first.
 *
 * @param namespaces - those to watch. @default those that each operator watches
 */
export function watchedKinds(operators: readonly Operator[], namespaces?: readonly string[]): readonly WatchedKind[] {
  const watched = operators.flatMap((operator) => {
    const controllers = Controller.in(operator);
    const owned = controllers.flatMap(({ owns }) => owns);
    const children = owned.flatMap((kind) => [kind, ...(createdKinds[formatGroupKind(kind)] ?? [])]);
    const places = namespaces ?? operator.props.watchNamespaces ?? 'all';
    const entry =
      (role: WatchedKind['role']) =>
      ({ group, version, kind, plural, scope }: Kind) => ({
        // Without the schema of a definition: `dev` sends the kinds to another process.
        kind: { group, version, kind, plural, scope },
        role,
        namespaces: scope === 'Namespaced' ? places : ('all' as const),
      });
    return [...controllers.map(({ kind }) => kind).map(entry('resource')), ...children.map(entry('child'))];
  });
  const byKind = Map.groupBy(watched, ({ kind }) => formatGroupVersionKind(kind));
  return [...byKind.values()]
    .map((same) => merged(same))
    .sort((one, other) => Number(one.role === 'child') - Number(other.role === 'child'));
}

function merged(same: readonly WatchedKind[]): WatchedKind {
  const [first] = same;
  if (first === undefined) throw new TypeError('a group has an entry');
  const role = same.some((each) => each.role === 'resource') ? 'resource' : 'child';
  return { kind: first.kind, role, namespaces: watchedNamespaces(same) };
}

/** Returns the namespaces in which the dashboard watches at least one of the kinds. */
export function watchedNamespaces(kinds: readonly Pick<WatchedKind, 'namespaces'>[]): WatchedKind['namespaces'] {
  const places = kinds.map(({ namespaces }) => namespaces);
  const named = places.filter((place) => place !== 'all');
  return named.length < places.length ? 'all' : [...new Set(named.flat())];
}
