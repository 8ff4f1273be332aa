import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, box, boxOperator, declaringOperator, owners } from './box.ts';

const broken = boxOperator((scope) => {
  new Controller(scope, 'Controller', {
    for: Box,
    uses: [
      { kind: k8s.KubeSecret, verbs: ['create'] },
      { kind: Box, verbs: ['patch'] },
    ],
    render: () => undefined,
    reconcile: async ({ client, metadata }) => {
      const { name, namespace = '', annotations = {} } = metadata;
      if (annotations['example.com/account'] !== undefined) return Action.awaitChange();
      const owned = { generateName: 'account-', namespace, ...owners(metadata) };
      const account = await client.create(k8s.KubeSecret, { metadata: owned });
      const recorded = { 'example.com/account': account.metadata.name };
      await client.patch(Box, { name, namespace }, { metadata: { annotations: recorded } });
      return Action.awaitChange();
    },
  });
});

export const unrecordedCreation: BrokenOperator = {
  mistake: 'creates an object, and then records it in another write',
  broken,
  healthy: declaringOperator(() => ['account']),
  from: [box()],
  violates: 'no further deletion',
};
