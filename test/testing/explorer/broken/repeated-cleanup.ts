import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, beside, box, boxOperator, declaringOperator, isAbsent } from './box.ts';

const broken = boxOperator((scope) => {
  new Controller(scope, 'Controller', {
    for: Box,
    uses: [{ kind: k8s.KubeConfigMap, verbs: ['get', 'create', 'delete'] }],
    render: () => undefined,
    reconcile: async ({ client, metadata }) => {
      const key = beside(metadata, 'account');
      if (await isAbsent(client.get(k8s.KubeConfigMap, key)))
        await client.create(k8s.KubeConfigMap, { metadata: beside(metadata, 'account') });
      return Action.awaitChange();
    },
    cleanup: async ({ client, metadata }) => {
      await client.delete(k8s.KubeConfigMap, beside(metadata, 'account'));
    },
  });
});

export const repeatedCleanup: BrokenOperator = {
  mistake: 'fails to clean up what it has cleaned up before',
  broken,
  healthy: declaringOperator(() => ['account']),
  from: [box()],
  violates: 'nothing leaked',
};
