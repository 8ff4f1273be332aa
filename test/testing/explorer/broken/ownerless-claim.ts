import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, beside, box, boxOperator, declaringOperator, isAbsent } from './box.ts';

const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

const broken = boxOperator((scope) => {
  new Controller(scope, 'Controller', {
    for: Box,
    uses: [{ kind: k8s.KubePersistentVolumeClaim, verbs: ['get', 'create'] }],
    render: () => undefined,
    reconcile: async ({ client, metadata }) => {
      const named = beside(metadata, 'data');
      if (await isAbsent(client.get(k8s.KubePersistentVolumeClaim, beside(metadata, 'data'))))
        await client.create(k8s.KubePersistentVolumeClaim, { metadata: named, spec });
      return Action.awaitChange();
    },
  });
});

export const ownerlessClaim: BrokenOperator = {
  mistake: 'leaves a volume claim behind that nothing owns',
  broken,
  healthy: declaringOperator(() => ['data']),
  from: [box()],
  violates: 'nothing leaked',
};
