import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      render: (place, { metadata, spec }) => new BoxContent(place, 'Content', metadata.name, spec),
      reconcile: ({ spec }) => (isBroken && spec.size === 3 ? Action.requeue() : Action.awaitChange()),
    });
  });

export const endlessRequeue: BrokenOperator = {
  mistake: 'asks for the next reconcile without an end for one value',
  broken: operator(true),
  healthy: operator(false),
  from: [box()],
  violates: 'valid specs reconcile',
};
