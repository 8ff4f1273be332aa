import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, beside, box, boxOperator, declaringOperator, owners } from './box.ts';

// The kind of bug that Sieve calls time travel: a manager that starts again sees an old spec, and deletes what the present one needs.
const broken = boxOperator((scope) => {
  new Controller(scope, 'Controller', {
    for: Box,
    uses: [{ kind: k8s.KubeConfigMap, verbs: ['list', 'create', 'delete'] }],
    render: () => undefined,
    reconcile: async ({ client, metadata, spec: { size } }) => {
      const present = await client.list(k8s.KubeConfigMap, { labels: { box: metadata.name } });
      for (const ordinal of [0, 1, 2]) {
        const key = beside(metadata, String(ordinal));
        const isPresent = present.some(({ metadata: { name } }) => name === key.name);
        const labels = { box: metadata.name };
        if (ordinal < size && !isPresent) {
          await client.create(k8s.KubeConfigMap, { metadata: { ...key, labels, ...owners(metadata) } });
        } else if (ordinal >= size && isPresent) {
          await client.delete(k8s.KubeConfigMap, key);
        }
      }
      return Action.awaitChange();
    },
  });
});

export const outdatedScaleDown: BrokenOperator = {
  mistake: 'scales down by the spec in its cache, which is an old one after a restart',
  broken,
  healthy: declaringOperator((size) => ['0', '1', '2'].slice(0, size)),
  from: [box()],
  changes: [(world) => world.change(Box, 'a', { spec: { size: 3 } })],
  violates: 'no further deletion',
};
