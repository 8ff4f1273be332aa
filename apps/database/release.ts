import type { OperatorProps } from 'operand';
import manifest from './package.json' with { type: 'json' };

/** What is published of this version: the image, and the words for catalogs. */
export const release: OperatorProps = {
  version: manifest.version,
  image: `example.com/operators/database-operator:${manifest.version}`,
  bundle: {
    displayName: 'Database',
    description: 'Runs PostgreSQL, MySQL and MongoDB servers on volumes that grow, and follows their settings.',
    provider: { name: 'Example Company', url: 'https://example.com' },
    maintainers: [{ name: 'Example Maintainers', email: 'maintainers@example.com' }],
    links: [{ name: 'Source', url: 'https://example.com/database-operator' }],
    repository: 'https://example.com/database-operator',
    keywords: ['database', 'postgresql', 'mysql', 'mongodb'],
    categories: ['Database'],
  },
};
