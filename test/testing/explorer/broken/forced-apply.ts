import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, beside, box, boxOperator, isAbsent, owners } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      uses: [{ kind: k8s.KubeConfigMap, verbs: ['get', 'apply'] }],
      render: (place, { metadata: { name }, spec }) =>
        isBroken ? undefined : new BoxContent(place, 'Content', `${name}-content`, spec),
      reconcile: async ({ client, metadata, spec }) => {
        const object = {
          metadata: { ...beside(metadata, 'content'), ...owners(metadata) },
          data: { content: JSON.stringify(spec) },
        };
        if (isBroken && (await isAbsent(client.get(k8s.KubeConfigMap, beside(metadata, 'content')))))
          await client.apply(k8s.KubeConfigMap, object, { conflicts: 'force' });
        return Action.awaitChange();
      },
    });
  });

export const forcedApply: BrokenOperator = {
  mistake: 'takes over an object of another actor',
  broken: operator(true),
  healthy: operator(false),
  from: [box()],
  violates: 'conflicting objects untouched',
};
