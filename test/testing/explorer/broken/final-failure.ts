import { k8s } from 'cdk8s-plus-28';
import { Action, TerminalError } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, beside, box, boxOperator, declaringOperator, isAbsent, owners } from './box.ts';

const broken = boxOperator((scope) => {
  new Controller(scope, 'Controller', {
    for: Box,
    uses: [{ kind: k8s.KubeConfigMap, verbs: ['get', 'create'] }],
    render: () => undefined,
    reconcile: async ({ client, metadata }) => {
      const key = beside(metadata, 'content');
      if (!(await isAbsent(client.get(k8s.KubeConfigMap, key)))) return Action.awaitChange();
      try {
        await client.create(k8s.KubeConfigMap, { metadata: { ...beside(metadata, 'content'), ...owners(metadata) } });
      } catch (cause) {
        throw new TerminalError("the content can't be created", { cause });
      }
      return Action.awaitChange();
    },
  });
});

export const finalFailure: BrokenOperator = {
  mistake: 'gives up after a failure that a retry repairs',
  broken,
  healthy: declaringOperator(() => ['content']),
  from: [box()],
  violates: 'no problem',
};
