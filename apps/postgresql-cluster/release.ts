import type { PostgreSQLClusterOperatorProps } from './operator.ts';
import manifest from './package.json' with { type: 'json' };

/** The published data of this version: the images, and the texts for catalogs. */
export const release: PostgreSQLClusterOperatorProps = {
  version: manifest.version,
  image: `example.com/operators/postgresql-cluster-operator:${manifest.version}`,
  // Other versions run, too: admins who mirror images choose theirs.
  childImages: { postgresql: 'example.com/postgresql-cluster:14.5' },
  bundle: {
    // capabilities.md has the evidence.
    capabilities: 'Auto Pilot',
    displayName: 'PostgreSQL Cluster',
    description: 'Runs PostgreSQL with replicas that take over by themselves, and upgrades it without a loss of data.',
    provider: { name: 'Example Company', url: 'https://example.com' },
    maintainers: [{ name: 'Example Maintainers', email: 'maintainers@example.com' }],
    links: [{ name: 'Source', url: 'https://example.com/postgresql-cluster-operator' }],
    repository: 'https://example.com/postgresql-cluster-operator',
    keywords: ['database', 'postgresql', 'patroni', 'high availability'],
    categories: ['Database'],
    icon: new URL('icon.svg', import.meta.url),
    openshift: {},
    scorecard: { image: 'example.com/operators/scorecard-test:v1.42.0' },
  },
};
