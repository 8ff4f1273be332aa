import { descriptors } from 'operand/olm';
import { DatabaseBackup } from './api.ts';
import type { DatabaseBackupOperatorProps } from './operator.ts';
import manifest from './package.json' with { type: 'json' };

const tools = `example.com/operators/database-backup-tools:${manifest.version}`;

/** The published data of this version: the images, and the texts for catalogs. */
export const release: DatabaseBackupOperatorProps = {
  version: manifest.version,
  image: `example.com/operators/database-backup-operator:${manifest.version}`,
  // Admins who mirror images set the variable; the manager starts its value.
  toolsImage: process.env.RELATED_IMAGE_TOOLS ?? tools,
  childImages: { tools },
  bundle: {
    displayName: 'Database Backup',
    description:
      'Backs PostgreSQL, MariaDB and MySQL servers up by a schedule, and verifies and restores the archives.',
    provider: { name: 'Example Company', url: 'https://example.com' },
    maintainers: [{ name: 'Example Maintainers', email: 'maintainers@example.com' }],
    links: [{ name: 'Source', url: 'https://example.com/database-backup-operator' }],
    repository: 'https://example.com/database-backup-operator',
    keywords: ['database', 'backup', 'restore', 'postgresql', 'mariadb', 'mysql'],
    categories: ['Database', 'Storage'],
    icon: new URL('icon.svg', import.meta.url),
    descriptors: [
      descriptors(DatabaseBackup, {
        spec: {
          'database.credentials.name': { displayName: 'Password', shownAs: ['io.kubernetes:Secret'] },
          'storage.s3.credentials.name': { displayName: 'Account of the bucket', shownAs: ['io.kubernetes:Secret'] },
        },
      }),
    ],
    openshift: {},
    scorecard: { image: 'example.com/operators/scorecard-test:v1.42.0' },
  },
};
