import type { OperatorProps } from 'operand';
import manifest from './package.json' with { type: 'json' };

/** The published data of this version: the image, and the texts for catalogs. */
export const release: OperatorProps = {
  version: manifest.version,
  image: `example.com/operators/memcached-operator:${manifest.version}`,
  childImages: { memcached: 'memcached:1.6.39-alpine' },
  bundle: {
    displayName: 'Memcached',
    description: 'Runs groups of memcached servers of a wanted size, and reports the pods that serve.',
    provider: { name: 'Example Company', url: 'https://example.com' },
    maintainers: [{ name: 'Example Maintainers', email: 'maintainers@example.com' }],
    links: [{ name: 'Source', url: 'https://example.com/memcached-operator' }],
    repository: 'https://example.com/memcached-operator',
    keywords: ['memcached', 'cache'],
    categories: ['Database'],
    icon: new URL('icon.svg', import.meta.url),
    openshift: {},
    scorecard: { image: 'example.com/operators/scorecard-test:v1.42.0' },
  },
};
