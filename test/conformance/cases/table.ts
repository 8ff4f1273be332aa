import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/api/index.ts';
import type { ConformanceResponse } from '../conformance-server.ts';
import type { ConformanceCase, Session } from '../session.ts';
import { objectOf } from '../session.ts';
import { configMap, widget, widgets } from './sample.ts';
import { shownObjects, shownPods } from './table-sample.ts';

const asTable = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1,application/json' };

/** Records the columns and the cells of a table; those that show the age of a new object aren't compared. */
function record(session: Session, request: string, response: ConformanceResponse): void {
  const { columnDefinitions = null, rows } = objectOf(response);
  const shown = (Array.isArray(rows) ? rows : []).filter(isJsonObject).map(({ cells, conditions = null }) => ({
    cells: (cells as readonly JsonValue[]).map((cell) => (/^\d+s$/.test(String(cell)) ? '<age>' : cell)),
    conditions,
  }));
  session.steps.push({ request, status: response.status, body: session.normal({ columnDefinitions, rows: shown }) });
}

/** Returns the path of a resource in a namespace; an empty one is for resources of the cluster. */
function pathOf(session: Session, resource: string, namespace = session.namespace): string {
  const place = namespace === '' ? '/' : `/namespaces/${namespace}/`;
  return session.path(resource).replace(`/namespaces/${session.namespace}/`, place);
}

/** Records the table of an object as it would be created. */
async function showNew(session: Session, path: string, object: JsonObject): Promise<void> {
  const query = 'dryRun=All&includeObject=None';
  record(session, `TABLE ${path}`, await session.unrecorded('POST', `${path}?${query}`, object, asTable));
}

/** Records the tables of an object with statuses that it would have. */
async function showStatuses(
  session: Session,
  path: string,
  { object, statuses }: { readonly object: JsonObject; readonly statuses: readonly JsonObject[] },
): Promise<void> {
  const created = await session.unrecorded('POST', path, object);
  if (created.status >= 300) throw new Error(JSON.stringify(created.body));
  const { name } = objectOf(created).metadata as { name: string };
  const target = `${path}/${name}/status?dryRun=All&includeObject=None`;
  for (const status of statuses) {
    const body = { ...object, metadata: { ...(object.metadata as JsonObject), name }, status };
    record(session, `TABLE ${path}`, await session.unrecorded('PUT', target, body, asTable));
  }
}

/** Tables, as `kubectl get` asks for them. */
export const tableCases: readonly ConformanceCase[] = [
  ...shownObjects.map(
    ({ resource, title = resource, object, statuses = [], namespace }): ConformanceCase => ({
      title: `shows the columns of ${title}`,
      run: async (session) => {
        const path = pathOf(session, resource, namespace);
        if (statuses.length === 0) await showNew(session, path, object);
        else await showStatuses(session, path, { object, statuses });
      },
    }),
  ),
  ...shownPods.map(
    ({ title, spec = {}, status }): ConformanceCase => ({
      title: `shows a pod that ${title}`,
      run: async (session) => {
        await session.unrecorded('POST', session.path('serviceaccounts'), { metadata: { name: 'own' } });
        const containers = [
          { name: 'a', image: 'a' },
          { name: 'b', image: 'b' },
        ];
        const object = { metadata: { name: 'a' }, spec: { serviceAccountName: 'own', containers, ...spec } };
        await showStatuses(session, session.path('pods'), { object, statuses: [status] });
      },
    }),
  ),
  {
    title: 'shows a pod that is being deleted',
    run: async (session) => {
      await session.unrecorded('POST', session.path('serviceaccounts'), { metadata: { name: 'own' } });
      const spec = { serviceAccountName: 'own', containers: [{ name: 'a', image: 'a' }] };
      const metadata = { name: 'a', finalizers: ['a/b'] };
      await session.unrecorded('POST', session.path('pods'), { metadata, spec });
      const path = session.path('pods', 'a');
      await session.unrecorded('DELETE', path, { gracePeriodSeconds: 0 });
      for (const status of [{ phase: 'Running' }, { phase: 'Failed' }, { phase: 'Running', reason: 'NodeLost' }]) {
        const target = `${path}/status?dryRun=All`;
        const body = { metadata: { name: 'a' }, spec, status };
        record(session, 'TABLE pods', await session.unrecorded('PUT', target, body, asTable));
      }
      const removal = { contentType: 'application/merge-patch+json' };
      await session.unrecorded('PATCH', path, { metadata: { finalizers: null } }, removal);
    },
  },
  ...['None', 'Metadata', 'Object', 'Odd'].map(
    (include): ConformanceCase => ({
      title: `shows a table with includeObject=${include}`,
      run: async (session) => {
        await session.post(session.path('secrets'), { metadata: { name: 'a', labels: { x: '1' } } });
        const { body } = await session.unrecorded(
          'GET',
          `${session.path('secrets', 'a')}?includeObject=${include}`,
          undefined,
          asTable,
        );
        const { rows = null, message = null } = objectOf({ status: 200, body, warnings: [] });
        const objects = Array.isArray(rows) ? rows.filter(isJsonObject).map(({ object }) => object ?? null) : rows;
        session.steps.push({ request: 'row', body: { message, objects: session.normal(objects) } });
      },
    }),
  ),
  {
    title: 'shows the responses of writes as tables',
    run: async (session) => {
      await session.post(session.path(widgets), widget('a', { size: 3 }), asTable);
      await session.put(session.path(widgets, 'a'), widget('a', { size: 4 }), asTable);
      await session.send(
        'PATCH',
        session.path(widgets, 'a'),
        { spec: { size: 5 } },
        {
          ...asTable,
          contentType: 'application/merge-patch+json',
        },
      );
      await session.get(session.path(widgets, 'absent'), asTable);
    },
  },
  {
    title: 'shows a page of a table with the token of the next',
    run: async (session) => {
      for (const name of ['a', 'b', 'c']) await session.unrecorded('POST', session.path(widgets), widget(name, {}));
      await session.get(`${session.path(widgets)}?limit=2`, asTable);
    },
  },
  {
    title: 'shows tables of the first version of the form',
    run: async (session) => {
      await session.post(session.path(widgets), widget('a', { size: 3 }));
      for (const as of ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList']) {
        const accept = { accept: `application/json;as=${as};g=meta.k8s.io;v=v1beta1` };
        await session.get(session.path(widgets), accept);
        await session.get(session.path(widgets, 'a'), accept);
      }
    },
  },
  {
    title: 'refuses forms that an object does not have',
    run: async (session) => {
      await session.post(session.path('configmaps'), configMap('a'));
      for (const path of [session.path('configmaps'), session.path('configmaps', 'a')]) {
        for (const form of [
          'as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
          'as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
          'as=Table;g=meta.k8s.io;v=v2',
          'as=Table;g=other;v=v1',
          'as=Table',
          'as=Odd;g=meta.k8s.io;v=v1',
        ]) {
          const response = await session.unrecorded('GET', path, undefined, { accept: `application/json;${form}` });
          if (response.status >= 400)
            session.steps.push({ request: form, status: response.status, body: response.body });
        }
      }
    },
  },
  ...[
    'text/html',
    'application/json;q=0.5,application/json;as=Table;g=meta.k8s.io;v=v1',
    '*/*;q=0.1,application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1;q=0.9',
    'application/*',
    'application/vnd.kubernetes.protobuf;q=0.1,application/json',
    'text/plain,application/json;as=Table;g=meta.k8s.io;v=v1,*/*',
    'application/json;stream=watch',
    'application/json;odd=1',
  ].map(
    (accept): ConformanceCase => ({
      title: `negotiates ${accept}`,
      run: async (session) => {
        await session.post(session.path(widgets), widget('a', { size: 3 }));
        await session.get(session.path(widgets, 'a'), { accept });
      },
    }),
  ),
];
