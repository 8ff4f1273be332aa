import { JsonPatch } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Controller } from '../../../../lib/constructs/index.ts';
import { Box, BoxContent, type BrokenOperator, box, boxOperator } from './box.ts';

const maximum = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/maximum';

const operator = (isBroken: boolean) =>
  boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      render: (place, { metadata, spec }) => new BoxContent(place, 'Content', metadata.name, spec),
    });
    if (isBroken) for (const definition of scope.definitions) definition.addJsonPatch(JsonPatch.remove(maximum));
  });

export const removedBound: BrokenOperator = {
  mistake: 'removes a bound from the definition that it installs',
  broken: operator(true),
  healthy: operator(false),
  from: [box()],
  violates: 'invalid specs are refused',
};
