import { k8s } from 'cdk8s-plus-28';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope, { clock }) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      render: (place, { metadata, spec }) =>
        new BoxContent(place, 'Content', metadata.name, { ...spec, ...(isBroken && { renderedAt: clock.now() }) }),
    });
  });

export const clockInRender: BrokenOperator = {
  mistake: 'writes the time of the render into a child',
  broken: operator(true),
  healthy: operator(false),
  from: [box()],
  violates: 'path independence',
};
