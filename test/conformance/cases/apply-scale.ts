import type { JsonObject } from '../../../lib/api/index.ts';
import { type ConformanceCase, objectOf, patchTypes, type Session } from '../session.ts';
import { widget, widgets } from './sample.ts';

const labels = { app: 'a' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const scale = (spec: JsonObject, fields: JsonObject = {}): JsonObject => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata: { name: 'a' },
  spec,
  ...fields,
});

/** Applies a Scale; compares its response and the owners of the replicas. A controller of the real server writes meanwhile. */
async function applied(
  session: Session,
  path: string,
  [manager, query = '']: readonly string[],
  body: JsonObject,
): Promise<void> {
  const response = await session.unrecorded('PATCH', `${path}/scale?fieldManager=${manager ?? ''}${query}`, body, {
    contentType: patchTypes.apply,
  });
  const { spec = null, status = null, message = null, details = null } = objectOf(response);
  const isFailure = response.status >= 300;
  session.note(`an apply by ${manager ?? ''}`, {
    code: response.status,
    spec,
    message,
    details,
    status: isFailure ? status : null,
  });
  const { metadata, spec: live } = objectOf(await session.unrecorded('GET', path));
  const { managedFields } = metadata as { managedFields: readonly JsonObject[] };
  session.note('the object', {
    replicas: (live as JsonObject).replicas ?? null,
    managedFields: managedFields.filter(({ manager: each }) => each !== 'kube-controller-manager'),
  });
}

/** Applies of the scale of an object, by several managers. */
async function scaled(session: Session, path: string): Promise<void> {
  await applied(session, path, ['one'], scale({ replicas: 2 }));
  await applied(session, path, ['one', '&force=true'], scale({ replicas: 2 }));
  await applied(session, path, ['two'], scale({ replicas: 2 }));
  await applied(session, path, ['two'], scale({ replicas: 3 }));
  await applied(session, path, ['two', '&force=true'], scale({ replicas: 3 }));
  await applied(session, path, ['two'], scale({ replicas: 3 }));
  await applied(session, path, ['two'], scale({ replicas: 3 }, { kind: 'Other' }));
  await applied(session, path, ['two'], scale({ replicas: 0 }));
}

/** Server-side applies of scale subresources. */
export const applyScaleCases: readonly ConformanceCase[] = [
  {
    title: 'applies no scale of a custom resource',
    run: async (session) => {
      await session.post(session.path(widgets), widget('a', { replicas: 1, size: 9 }));
      await scaled(session, session.path(widgets, 'a'));
    },
  },
  ...['deployments', 'replicasets'].map(
    (plural): ConformanceCase => ({
      title: `applies the scale of ${plural}`,
      run: async (session) => {
        const spec = { replicas: 0, selector: { matchLabels: labels }, template };
        await session.unrecorded('POST', session.path(`apps/v1/${plural}`), { metadata: { name: 'a' }, spec });
        await scaled(session, session.path(`apps/v1/${plural}`, 'a'));
      },
    }),
  ),
];
