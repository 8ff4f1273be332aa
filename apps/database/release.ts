import type { OperatorProps } from 'operand';
import { descriptors } from 'operand/olm';
import { Database } from './api.ts';
import manifest from './package.json' with { type: 'json' };

/** The published data of this version: the image, and the texts for catalogs. */
export const release: OperatorProps = {
  version: manifest.version,
  image: `example.com/operators/database-operator:${manifest.version}`,
  // Other versions of an engine run, too: admins who mirror images choose theirs.
  childImages: { postgresql: 'postgresql:14.5', mysql: 'mysql:8.4', mongodb: 'mongodb:7.0' },
  bundle: {
    displayName: 'Database',
    description: 'Runs PostgreSQL, MySQL and MongoDB servers on volumes that grow, and follows their settings.',
    provider: { name: 'Example Company', url: 'https://example.com' },
    maintainers: [{ name: 'Example Maintainers', email: 'maintainers@example.com' }],
    links: [{ name: 'Source', url: 'https://example.com/database-operator' }],
    repository: 'https://example.com/database-operator',
    keywords: ['database', 'postgresql', 'mysql', 'mongodb'],
    categories: ['Database'],
    icon: new URL('icon.svg', import.meta.url),
    descriptors: [
      descriptors(Database, {
        spec: {
          'configFrom.name': { displayName: 'Settings', shownAs: ['io.kubernetes:ConfigMap'] },
          'passwordFrom.name': { displayName: 'Password', shownAs: ['io.kubernetes:Secret'] },
        },
      }),
    ],
    openshift: {},
    scorecard: { image: 'example.com/operators/scorecard-test:v1.42.0' },
  },
};
