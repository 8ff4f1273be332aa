import type { SampleDBOperatorProps } from './operator.ts';
import manifest from './package.json' with { type: 'json' };

/** The published data of this version: the images, and the texts for catalogs. */
export const release: SampleDBOperatorProps = {
  version: manifest.version,
  image: `example.com/operators/sample-db-operator:${manifest.version}`,
  // Other versions run, too: admins who mirror images choose theirs.
  childImages: { mariadb: 'mariadb:11.4.2' },
  bundle: {
    displayName: 'Sample DB',
    description: 'Runs MariaDB servers on volumes, upgrades them one by one, and has them backed up by a schedule.',
    provider: { name: 'Example Company', url: 'https://example.com' },
    maintainers: [{ name: 'Example Maintainers', email: 'maintainers@example.com' }],
    links: [{ name: 'Source', url: 'https://example.com/sample-db-operator' }],
    repository: 'https://example.com/sample-db-operator',
    keywords: ['database', 'mariadb', 'mysql', 'backup'],
    categories: ['Database'],
    icon: new URL('icon.svg', import.meta.url),
    openshift: {},
    scorecard: { image: 'example.com/operators/scorecard-test:v1.42.0' },
  },
};
