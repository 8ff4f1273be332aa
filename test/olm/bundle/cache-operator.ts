import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import { Controller, CustomResource, type Kind, Operator, type OperatorProps, Sample } from '../../../lib/index.ts';

/** A kind with a field of each shape that a bundle distinguishes. */
export class Cache extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'WebCache',
  plural: 'webcaches',
  spec: z.object({
    size: z.int32().default(3),
    image: z.string().default('example.com/cache:1'),
  }),
  status: z.object({ url: z.string() }),
}) {}

/** An operator whose cache pods run two images, and which refuses to render the image `broken`. */
export class CacheOperator extends Operator {
  constructor(props: Partial<OperatorProps> = {}) {
    super(new App(), 'cache-operator', {
      version: '1.2.3',
      image: 'example.com/cache-operator:1.2.3',
      bundle,
      ...props,
    });

    new Controller(this, 'Controller', {
      for: Cache,
      owns: [k8s.KubePod],
      render: (scope, { metadata: { name }, spec: { image } }) => {
        if (image === 'broken') throw new Error('the image is broken');
        return new k8s.KubePod(scope, 'Pod', {
          metadata: { name },
          spec: {
            initContainers: [{ name: 'warm-up', image: 'example.com/warm-up:1' }],
            containers: [{ name: 'cache', image }],
          },
        });
      },
    });
    new Sample(this, 'Small', { of: Cache, spec: { size: 1 } });
  }
}

/** The least that a catalog requires. */
export const bundle = {
  displayName: 'Web Cache',
  description: 'Keeps answers of web servers near to those who ask.',
  provider: { name: 'Example Company' },
  maintainers: [{ name: 'Team', email: 'team@example.com' }],
} as const;

/** A kind of another package. */
export const issuer: Kind = {
  group: 'certs.example.com',
  version: 'v1',
  kind: 'Issuer',
  plural: 'issuers',
  scope: 'Namespaced',
};

/** {@link Cache}, as the ClusterServiceVersion lists it. */
export const ownedCache = {
  name: 'webcaches.example.com',
  version: 'v1',
  kind: 'WebCache',
  displayName: 'Web Cache',
  resources: [],
  specDescriptors: [],
  statusDescriptors: [],
};
