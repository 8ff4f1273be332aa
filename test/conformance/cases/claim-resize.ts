import type { JsonObject } from '../../../lib/api/index.ts';
import { type ConformanceCase, objectOf, patchTypes, type Session } from '../session.ts';

const classes = '/apis/storage.k8s.io/v1/storageclasses';

/** Creates a claim of a class. */
async function claimOf(session: Session, storageClassName: string): Promise<void> {
  const resources = { requests: { storage: '1Gi' } };
  const spec = { accessModes: ['ReadWriteOnce'], storageClassName, resources };
  await session.unrecorded('POST', session.path('persistentvolumeclaims'), { metadata: { name: 'claim' }, spec });
}

async function bind(session: Session): Promise<void> {
  const status = { phase: 'Bound', capacity: { storage: '1Gi' } };
  const path = session.path('persistentvolumeclaims', 'claim/status');
  await session.unrecorded('PATCH', path, { status }, { contentType: patchTypes.merge });
}

function size(storage: string): JsonObject {
  return { spec: { resources: { requests: { storage } } } };
}

/** Claims that change their size. */
export const claimResizeCases: readonly ConformanceCase[] = [
  {
    title: 'refuses another size of a claim that is not bound',
    run: async (session) => {
      await claimOf(session, 'none');
      // The real server shows the difference of its own structs.
      const path = session.path('persistentvolumeclaims', 'claim');
      for (const storage of ['2Gi', '500Mi']) {
        const { status } = await session.unrecorded('PATCH', path, size(storage), { contentType: patchTypes.merge });
        session.note(`the status for ${storage}`, status);
      }
    },
  },
  {
    title: 'refuses growth in a class that does not allow it, or is absent',
    run: async (session) => {
      await claimOf(session, 'rigid');
      await bind(session);
      await session.patch('merge', session.path('persistentvolumeclaims', 'claim'), size('2Gi'));
      await session.unrecorded('POST', classes, { metadata: { name: 'rigid' }, provisioner: 'example.com/none' });
      await session.patch('merge', session.path('persistentvolumeclaims', 'claim'), size('2Gi'));
      await session.unrecorded('DELETE', `${classes}/rigid`);
    },
  },
  {
    title: 'lets a claim grow in a class that allows it, and shrink to more than its capacity',
    run: async (session) => {
      const elastic = { metadata: { name: 'elastic' }, provisioner: 'example.com/none', allowVolumeExpansion: true };
      await session.unrecorded('POST', classes, elastic);
      await claimOf(session, 'elastic');
      await bind(session);
      const claim = session.path('persistentvolumeclaims', 'claim');
      await session.untilResponse('the class is known', 'PATCH', `${claim}?dryRun=All`, size('2Gi'), (_, status) => {
        return status === 200;
      });
      for (const storage of ['2Gi', '1Gi', '1.5Gi', '100Mi']) {
        const options = { contentType: patchTypes.merge };
        const response = objectOf(await session.unrecorded('PATCH', claim, size(storage), options));
        // The controllers of the real server annotate the claim.
        session.note(`the claim of ${storage}`, response.kind === 'Status' ? response : (response.spec ?? null));
      }
      await session.unrecorded('DELETE', `${classes}/elastic`);
    },
  },
];
