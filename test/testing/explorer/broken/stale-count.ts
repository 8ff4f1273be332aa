import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { byLabel, Controller } from '../../../../lib/constructs/index.ts';
import { Box, type BrokenOperator, box, boxOperator, declaringOperator, owners } from './box.ts';

const broken = boxOperator((scope) => {
  new Controller(scope, 'Controller', {
    for: Box,
    watches: [byLabel(k8s.KubeConfigMap, 'box')],
    uses: [{ kind: k8s.KubeConfigMap, verbs: ['create'] }],
    render: () => undefined,
    reconcile: async ({ client, live, metadata, spec: { size } }) => {
      const { namespace = '', name } = metadata;
      const owned = { labels: { box: name }, ...owners(metadata) };
      const { length } = live.list(k8s.KubeConfigMap, { labels: { box: name } });
      for (let ordinal = length; ordinal < size; ordinal += 1) {
        await client.create(k8s.KubeConfigMap, { metadata: { generateName: 'member-', namespace, ...owned } });
      }
      return Action.awaitChange();
    },
  });
});

export const staleCount: BrokenOperator = {
  mistake: 'counts the members in its cache, and creates the missing ones under generated names',
  broken,
  healthy: declaringOperator((size) => ['0', '1', '2'].slice(0, size)),
  from: [box({ size: 3 })],
  violates: 'no further deletion',
};
