import { k8s } from 'cdk8s-plus-28';
import { isSameJson } from '../../../../lib/api/index.ts';
import { Controller, MutatingWebhook } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      render: (place, { metadata, spec }) => new BoxContent(place, 'Content', metadata.name, spec),
    });
    new MutatingWebhook(scope, 'Webhook', {
      for: Box,
      mutate: ({ spec, previous }) =>
        isBroken && previous !== undefined && isSameJson({ ...previous.spec }, { ...spec })
          ? { spec: { ...spec, label: 'repeated' } }
          : undefined,
    });
  });

export const countedUpdate: BrokenOperator = {
  mistake: 'marks a resource at each update that changes nothing',
  broken: operator(true),
  healthy: operator(false),
  from: [box({ size: 2, label: 'once', items: ['x'] })],
  violates: 'unknown fields have no effect',
};
