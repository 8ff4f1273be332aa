import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      uses: [{ kind: k8s.KubeConfigMap, verbs: ['get', 'patch'] }],
      render: (place, { metadata, spec }) => new BoxContent(place, 'Content', metadata.name, spec),
      reconcile: async ({ client, metadata: { name, namespace = '' }, spec: { items } }) => {
        const { metadata } = await client.get(k8s.KubeConfigMap, { name, namespace });
        const before = metadata.annotations?.['example.com/items']?.split(',').filter(Boolean) ?? [];
        const listed = isBroken ? [...before, ...items.filter((item) => !before.includes(item))] : [...new Set(items)];
        const annotations = { 'example.com/items': listed.join() || null };
        if (listed.join() !== before.join()) {
          await client.patch(k8s.KubeConfigMap, { name, namespace }, { metadata: { annotations } });
        }
        return Action.awaitChange();
      },
    });
  });

export const appendedItems: BrokenOperator = {
  mistake: 'adds new items of a list to those that it has written before',
  broken: operator(true),
  healthy: operator(false),
  from: [box({ items: ['x'] })],
  violates: 'path independence',
};
