import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, beside, box, boxOperator, declaringOperator, owners } from './box.ts';

const broken = boxOperator((scope) => {
  new Controller(scope, 'Controller', {
    for: Box,
    uses: [
      { kind: k8s.KubeConfigMap, verbs: ['create'] },
      { kind: Box, verbs: ['patch'] },
    ],
    render: () => undefined,
    reconcile: async ({ client, metadata }) => {
      const { name, namespace = '', annotations = {} } = metadata;
      if (annotations['example.com/created'] !== undefined) return Action.awaitChange();
      await client.patch(Box, { name, namespace }, { metadata: { annotations: { 'example.com/created': 'true' } } });
      await client.create(k8s.KubeConfigMap, { metadata: { ...beside(metadata, 'content'), ...owners(metadata) } });
      return Action.awaitChange();
    },
  });
});

export const earlyRecord: BrokenOperator = {
  mistake: 'records a creation, and then creates the object in another write',
  broken,
  healthy: declaringOperator(() => ['content']),
  from: [box()],
  violates: 'same end state',
};
