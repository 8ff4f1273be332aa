import { isJsonObject, type JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase, Session } from '../session.ts';
import { configMap, widget, widgets } from './sample.ts';

const annotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** One object, and the steps of users of kubectl and of other clients. */
interface Steps {
  /** The object that kubectl has applied without server-side apply. */
  readonly created: JsonObject;
  /** The text of its annotation. @default the object */
  readonly last?: string;
  /** The changes of another client. @default none */
  readonly edited?: JsonObject;
  readonly applied: JsonObject;
  /** @default kubectl */
  readonly manager?: string;
  /** Further parameters. @default none */
  readonly query?: string;
}

function withLast(object: JsonObject, text: string): JsonObject {
  const { metadata } = object;
  return { ...object, metadata: { ...(isJsonObject(metadata) && metadata), annotations: { [annotation]: text } } };
}

async function run(session: Session, steps: Steps): Promise<void> {
  const { created, last = JSON.stringify(created), edited, applied, manager = 'kubectl', query = '' } = steps;
  const resource = created.kind === 'Widget' ? widgets : 'configmaps';
  const path = session.path(resource, 'a');
  await session.post(`${session.path(resource)}?fieldManager=kubectl-client-side-apply`, withLast(created, last));
  if (edited !== undefined) await session.patch('merge', `${path}?fieldManager=editor`, edited);
  await session.patch('apply', `${path}?fieldManager=${manager}${query}`, applied);
  await session.get(path);
}

const [before, after] = [configMap('a', { x: '1', y: '1' }), configMap('a', { x: '2', y: '<1>' })];

/** Applies of kubectl to objects that it has applied without server-side apply before. */
export const kubectlApplyCases: readonly ConformanceCase[] = (
  [
    ['takes the fields over that kubectl has applied', { created: before, applied: after }],
    ['refuses other managers', { created: before, applied: after, manager: 'me' }],
    [
      'refuses a field that another client has changed',
      { created: before, edited: { data: { x: '3' } }, applied: after },
    ],
    [
      'refuses a field that another client has set',
      { created: before, edited: { data: { z: '3' } }, applied: configMap('a', { x: '2', z: '4' }) },
    ],
    [
      'refuses a field that the annotation lacks',
      { created: before, last: JSON.stringify(configMap('a', { x: '1' })), applied: after },
    ],
    ['takes nothing over by an annotation without JSON', { created: before, last: '{', applied: after }],
    ['takes nothing over by an empty annotation', { created: before, last: '', applied: after }],
    [
      'takes nothing over by the annotation of another version',
      { created: before, last: JSON.stringify({ ...before, apiVersion: 'v2' }), applied: after },
    ],
    [
      'takes nothing over by an annotation with unknown fields',
      { created: before, last: JSON.stringify({ ...before, other: 1 }), applied: after },
    ],
    ['updates the annotation by force', { created: before, applied: after, query: '&force=true' }],
    [
      'leaves the annotation out of itself',
      { created: before, applied: withLast(after, JSON.stringify(before)), query: '&force=true' },
    ],
    [
      'takes fields of custom resources over',
      { created: widget('a', { size: 1, ports: [{ name: 'x' }] }), applied: widget('a', { size: 2 }) },
    ],
    [
      'refuses fields of custom resources that another client has changed',
      { created: widget('a', { size: 1 }), edited: { spec: { size: 3 } }, applied: widget('a', { size: 2 }) },
    ],
  ] satisfies [string, Steps][]
).map(([title, steps]) => ({ title, run: (session) => run(session, steps) }));
