import { k8s } from 'cdk8s-plus-28';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      render: (place, { metadata, spec }) => {
        if (isBroken && spec.size === 3) throw new Error('three is too much');
        return new BoxContent(place, 'Content', metadata.name, spec);
      },
    });
  });

export const throwingRender: BrokenOperator = {
  mistake: 'refuses a value in render that the schema accepts',
  broken: operator(true),
  healthy: operator(false),
  from: [box()],
  violates: 'valid specs reconcile',
};
