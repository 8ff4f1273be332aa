import { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, beside, box, boxOperator, declaringOperator, owners } from './box.ts';

const broken = boxOperator((scope) => {
  let count = 0;
  new Controller(scope, 'Controller', {
    for: Box,
    uses: [{ kind: k8s.KubeConfigMap, verbs: ['apply'] }],
    render: () => undefined,
    reconcile: async ({ client, metadata }) => {
      count += 1;
      const named = { ...beside(metadata, 'count'), ...owners(metadata) };
      await client.apply(k8s.KubeConfigMap, { metadata: named, data: { count: String(count) } });
      return Action.requeueAfter(Duration.seconds(30));
    },
  });
});

export const endlessCount: BrokenOperator = {
  mistake: 'writes the number of its reconciles, and so never comes to rest',
  broken,
  healthy: declaringOperator(() => ['count']),
  from: [box()],
  violates: 'settles',
};
