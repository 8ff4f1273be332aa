// An operator whose resources have an older version, a mutating webhook and a reference.

import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import { CustomResource } from '../../../lib/api/index.ts';
import { main } from '../../../lib/cli/index.ts';
import { Controller, MutatingWebhook, Operator, Sample } from '../../../lib/constructs/index.ts';

const kind = { group: 'example.com', kind: 'Bag' } as const;

class OldBag extends CustomResource({ ...kind, version: 'v1beta1', spec: z.object({ litres: z.int32() }) }) {}

class Bag extends CustomResource({
  ...kind,
  version: 'v1',
  spec: z.object({ size: z.int32().max(9).default(1), colour: z.string().optional(), tag: z.string().optional() }),
  rules: [{ rule: "self.metadata.name != 'purse'", message: 'a bag is no purse' }],
  versions: [
    {
      of: OldBag,
      up: ({ spec: { litres }, status }) => ({ spec: { size: litres }, status }),
      down: ({ spec: { size = 1 }, status }) => ({ spec: { litres: size }, status }),
    },
  ],
}) {}

const app = new App();
const operator = new Operator(app, 'bag-operator', { version: '0.1.0', image: 'example.com/bag-operator:0.1.0' });
new Controller(operator, 'Bags', {
  for: Bag,
  owns: [k8s.KubeConfigMap],
  references: [{ kind: k8s.KubeSecret, names: ({ spec: { tag } }) => (tag === undefined ? [] : [tag]) }],
  render: (scope, { metadata: { name }, spec: { size, colour = 'none', tag }, references }) => {
    const owner = tag === undefined ? undefined : references(k8s.KubeSecret, tag)?.data?.owner;
    return new k8s.KubeConfigMap(scope, 'Bag', {
      metadata: { name },
      data: { size: String(size), colour, ...(owner !== undefined && { owner }) },
    });
  },
});
new MutatingWebhook(operator, 'Colour', {
  for: Bag,
  uses: [{ kind: k8s.KubeSecret, verbs: ['get'] }],
  mutate: async ({ spec, client }) => {
    if (spec.colour === 'of the cluster') await client.get(k8s.KubeSecret, { namespace: 'default', name: 'colour' });
    return spec.colour === undefined ? { spec: { ...spec, colour: 'red' } } : undefined;
  },
});
new Sample(operator, 'Small', { of: Bag, spec: { colour: 'blue' } });
await main(app);
