import { k8s } from 'cdk8s-plus-28';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      render: (place, { metadata, spec }) =>
        new BoxContent(place, 'Content', isBroken ? 'content' : `${metadata.name}-content`, spec),
    });
  });

export const collidingName: BrokenOperator = {
  mistake: 'gives the children of all resources the same name',
  broken: operator(true),
  healthy: operator(false),
  from: [box({}, 'b'), box({}, 'a')],
  violates: 'valid specs reconcile',
};
