import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

// minio/operator#2038, found by Acto: labels that a user removes from the spec stay on the Service. The operator compares each wanted
// label with the observed ones, and doesn't look for labels that are no longer wanted.
const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      uses: [{ kind: k8s.KubeConfigMap, verbs: ['get', 'patch'] }],
      render: (place, { metadata, spec }) => new BoxContent(place, 'Content', metadata.name, spec),
      reconcile: async ({ client, metadata: { name, namespace = '' }, spec: { items } }) => {
        const { metadata } = await client.get(k8s.KubeConfigMap, { name, namespace });
        const present = Object.keys(metadata.labels ?? {});
        const wanted = items.filter((item) => /^[a-z]+$/.test(item));
        const isMissing = wanted.some((label) => !present.includes(label));
        const extra = isBroken ? [] : present.filter((label) => !wanted.includes(label));
        const labels = Object.fromEntries([
          ...wanted.map((label) => [label, 'true']),
          ...extra.map((label) => [label, null]),
        ]);
        if (isMissing || extra.length > 0) {
          await client.patch(k8s.KubeConfigMap, { name, namespace }, { metadata: { labels } });
        }
        return Action.awaitChange();
      },
    });
  });

export const keptLabel: BrokenOperator = {
  mistake: 'leaves labels on an object that are no longer in the spec (minio/operator#2038)',
  broken: operator(true),
  healthy: operator(false),
  from: [box({ items: ['x'] })],
  violates: 'path independence',
};
