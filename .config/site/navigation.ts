// The pages of the site, sorted by the aim of a reader: to learn, to do a task, to look up, or to understand. A test
// fails while a document has no place here.

/** A part of the navigation: a title, and the documents from the repository's root. */
interface Section {
  readonly title: string;
  readonly documents: readonly string[];
}

/** The parts of the navigation, in the order of the site. */
export const sections: readonly Section[] = [
  { title: 'Tutorial', documents: ['README.md', 'docs/first-operator.md'] },
  {
    title: 'How-to guides',
    documents: [
      'docs/creating-a-project.md',
      'docs/writing-an-operator.md',
      'docs/patterns.md',
      'docs/growing-an-api.md',
      'docs/testing-an-operator.md',
      'docs/running-an-operator.md',
      'docs/publishing-an-operator.md',
      'docs/sharing-constructs.md',
      'docs/migrating.md',
      'docs/CONTRIBUTING.md',
    ],
  },
  {
    title: 'Reference',
    documents: [
      'docs/command-line.md',
      'docs/events-and-conditions.md',
      'docs/troubleshooting.md',
      'docs/embedded-cluster.md',
      'docs/api/README.md',
      'docs/glossary.md',
      'lib/CHANGELOG.md',
    ],
  },
  {
    title: 'Explanation',
    documents: [
      'docs/how-a-reconcile-works.md',
      'lib/ARCHITECTURE.md',
      'docs/security.md',
      'docs/benchmarks.md',
      'docs/comparison.md',
      'docs/faq.md',
      'docs/roadmap.md',
      'bench/README.md',
    ],
  },
];

/** The generated pages of the navigation. */
export const generatedPages: readonly { readonly section: string; readonly text: string; readonly link: string }[] = [
  { section: 'Reference', text: 'Options of all commands', link: '/command-options' },
  { section: 'Reference', text: 'The library', link: '/library/' },
  { section: 'Reference', text: 'Rules for bundles', link: '/bundle-rules' },
];

/** All documents of the site, also those that only other documents link to. */
export const allDocuments: readonly string[] = [
  ...sections.flatMap(({ documents }) => documents),
  'apps/database/README.md',
  'apps/database-backup/README.md',
  'apps/memcached/README.md',
  'apps/sample-db/README.md',
  'apps/postgresql-cluster/README.md',
  'apps/postgresql-cluster/runbook.md',
  'apps/postgresql-cluster/capabilities.md',
  'docs/api/databasebackups.databases.test.io.md',
  'docs/api/databaserestores.databases.test.io.md',
  'docs/api/databases.example.com.md',
  'docs/api/memcacheds.cache.example.com.md',
  'docs/api/sampledbs.database.example.com.md',
  'docs/api/postgresqlclusters.postgres.example.com.md',
];

/** Returns the path of a document in the site: `docs/patterns.md` → `patterns.md`. */
export function sitePath(document: string): string {
  if (document === 'README.md') return 'index.md';
  return document
    .replace(/^(?:docs|lib)\//, '')
    .replace(/README\.md$/, 'index.md')
    .toLowerCase();
}
