import { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, beside, box, boxOperator, declaringOperator, isAbsent, owners } from './box.ts';

const broken = boxOperator((scope) => {
  let attempts = 0;
  new Controller(scope, 'Controller', {
    for: Box,
    uses: [{ kind: k8s.KubeConfigMap, verbs: ['get', 'create'] }],
    render: () => undefined,
    reconcile: async ({ client, metadata }) => {
      const object = { metadata: { ...beside(metadata, 'content'), ...owners(metadata) } };
      if (await isAbsent(client.get(k8s.KubeConfigMap, beside(metadata, 'content')))) {
        await client.create(k8s.KubeConfigMap, object).catch(() => {
          attempts = 6;
        });
      }
      if (attempts === 0) return Action.awaitChange();
      attempts -= 1;
      return Action.requeueAfter(Duration.seconds(5));
    },
    status: () => ({
      seen: '',
      conditions: [
        {
          type: 'Stable',
          status: attempts % 2 === 0 ? 'True' : 'False',
          reason: 'Attempted',
          message: 'the attempts were counted',
        },
      ],
    }),
  });
});

export const reportedAttempts: BrokenOperator = {
  mistake: 'reports another condition after each attempt of a repair',
  broken,
  healthy: declaringOperator(() => ['content']),
  from: [box()],
  violates: 'stable conditions',
};
