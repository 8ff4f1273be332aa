import type { BadCase } from '../corpus/bad-case.ts';
import { csv } from '../corpus/minimal-bundle.ts';
import { metricsService } from '../corpus/scaffolded-bundle.ts';

/** A case in which one value of the ClusterServiceVersion is another. */
const changed = (
  rule: string,
  severity: BadCase['severity'],
  title: string,
  path: string,
  value: unknown,
  more: Partial<BadCase> = {},
): BadCase => ({
  rule,
  severity,
  title,
  edit: (draft) => draft.set(csv, path, value),
  file: csv,
  path,
  ...more,
});

/** A case in which one value of the ClusterServiceVersion isn't there. */
const removed = (
  rule: string,
  severity: BadCase['severity'],
  title: string,
  path: string,
  more: Partial<BadCase> = {},
): BadCase => ({ rule, severity, title, edit: (draft) => draft.remove(csv, path), file: csv, path, ...more });

const deployment = 'spec.install.spec.deployments[0].spec';
const manager = `${deployment}.template.spec.containers[0]`;

/** Mistakes in the names and types of a manifest's fields. */
const fieldCases: readonly BadCase[] = [
  {
    rule: 'field-unknown',
    severity: 'warning',
    title: 'a field that OLM reads in any case',
    edit: (draft) => {
      draft.set(csv, 'spec.MinKubeVersion', draft.get(csv, 'spec.minKubeVersion'));
      draft.remove(csv, 'spec.minKubeVersion');
    },
    file: csv,
    path: 'spec.MinKubeVersion',
    says: /OLM reads MinKubeVersion as minKubeVersion/,
  },
  ...(
    [
      ['spec', 'Spec'],
      ['spec.version', 'spec.Version'],
    ] as const
  ).map(
    ([path, written]): BadCase => ({
      rule: 'field-unknown',
      severity: 'error',
      title: `${path} as ${written}, which opm doesn’t read`,
      edit: (draft) => {
        draft.set(csv, written, draft.get(csv, path));
        draft.remove(csv, path);
      },
      file: csv,
      path: written,
      says: /case-sensitive readers drop it/,
    }),
  ),
  changed('field-unknown', 'warning', 'a field in another case', 'spec.webhookDefinitions', [], {
    says: /write webhookdefinitions/,
  }),
  changed('field-unknown', 'warning', 'a field with a slip of the pen', `${manager}.imagePullPolciy`, 'Always', {
    says: /write imagePullPolicy/,
  }),
  removed('field-missing', 'error', 'a permission without rules', 'spec.install.spec.clusterPermissions[0].rules'),
  changed('field-unknown', 'warning', 'an unknown field', 'spec.operatorSdkVersion', '1.42'),
  changed(
    'field-unknown',
    'warning',
    'labels of a Deployment under a name of Kubernetes',
    'spec.install.spec.deployments[0].labels',
    {
      app: 'cache',
    },
  ),
  {
    rule: 'field-unknown',
    severity: 'warning',
    title: 'a field of a Service that there isn’t',
    base: 'scaffolded',
    edit: (draft) => draft.set(metricsService, 'spec.ports[0].targetport', 8443),
    file: metricsService,
    path: 'spec.ports[0].targetport',
  },
  changed('field-type', 'error', 'a name that YAML reads as a boolean', 'spec.displayName', true, {
    says: /put it in quotes/,
  }),
  changed('field-type', 'error', 'a version that YAML reads as a number', 'spec.version', 1.2, { says: /quotes/ }),
  changed('field-type', 'error', 'an annotation that YAML reads as a boolean', 'metadata.annotations.certified', false),
  changed(
    'field-type',
    'error',
    'a variable that YAML reads as a number',
    `${manager}.env`,
    [{ name: 'SIZE', value: 3 }],
    {
      path: `${manager}.env[0].value`,
    },
  ),
  changed('field-type', 'error', 'a number of replicas in text', `${deployment}.replicas`, '1'),
  changed('field-type', 'error', 'an install mode that is supported in text', 'spec.installModes[3].supported', 'true'),
  changed('field-type', 'error', 'a map where a list is due', 'spec.maintainers', {
    name: 'We',
    email: 'we@example.com',
  }),
  removed('field-missing', 'warning', 'an install mode that says nothing', 'spec.installModes[0].supported'),
  removed('field-missing', 'error', 'a port without a number', `${manager}.ports[0].containerPort`),
  removed('field-missing', 'error', 'a native API without a version', 'spec.nativeAPIs[0].version', {
    base: 'dependent',
  }),
];

/** Mistakes in the names of releases, and in the releases that they replace. */
const releaseCases: readonly BadCase[] = [
  changed('release-name', 'error', 'a name in capitals', 'metadata.name', 'Cache-Operator.v1.2.0'),
  changed(
    'release-name',
    'error',
    'a name that is too long for a label',
    'metadata.name',
    `cache-operator.v1.2.0-${'a'.repeat(50)}`,
    {
      also: ['release-name-version'],
    },
  ),
  changed('release-version', 'error', 'a version with a v', 'spec.version', 'v1.2.0'),
  changed('release-version', 'error', 'a version of two parts', 'spec.version', '1.2'),
  changed('release-version', 'error', 'a version of four parts beside a range', 'spec.version', '1.2.0.1', {
    edit: (draft) => {
      draft.set(csv, 'spec.version', '1.2.0.1');
      draft.set(csv, 'metadata.annotations["olm.skipRange"]', '>=1.0.0 <1.2.0');
    },
  }),
  removed('release-version', 'error', 'no version', 'spec.version'),
  changed('release-packaging', 'error', 'a release of its version that is none', 'spec.release', 'second one', {
    also: ['release-name-form'],
  }),
  changed('release-name-version', 'warning', 'a name of another version', 'metadata.name', 'cache-operator.v1.2.1', {
    path: 'metadata.name',
    says: /1\.2\.1.*1\.2\.0/,
  }),
  changed('release-name-form', 'warning', 'a name without a v', 'metadata.name', 'cache-operator.1.2.0'),
  changed('release-name-package', 'warning', 'a name of another package', 'metadata.name', 'caches.v1.2.0'),
  changed(
    'release-name-package',
    'error',
    'a name of another package in the first release, which the public catalogs refuse',
    'metadata.name',
    'caches.v1.2.0',
    {
      edit: (draft) => {
        draft.set(csv, 'metadata.name', 'caches.v1.2.0');
        draft.remove(csv, 'spec.replaces');
      },
      audiences: ['community'],
    },
  ),
  {
    rule: 'release-name-package',
    severity: 'warning',
    title: 'a name of another package, which the public catalogs know from the release before',
    edit: (draft) => {
      draft.set(csv, 'metadata.name', 'caches.v1.2.0');
      draft.set(csv, 'spec.replaces', 'caches.v1.1.0');
    },
    file: csv,
    path: 'metadata.name',
    audiences: ['community'],
  },
  changed(
    'replaces-name',
    'error',
    'the replaced release by its version alone, with a space',
    'spec.replaces',
    'v 1.1.0',
  ),
  changed('replaces-itself', 'warning', 'a release that replaces itself', 'spec.replaces', 'cache-operator.v1.2.0'),
  changed('replaces-itself', 'warning', 'a release that skips itself', 'spec.skips', ['cache-operator.v1.2.0'], {
    path: 'spec.skips[0]',
  }),
  changed('replaces-newer', 'warning', 'a release that replaces a newer one', 'spec.replaces', 'cache-operator.v1.3.0'),
  changed('replaces-newer', 'warning', 'a release that skips a newer one', 'spec.skips', ['cache-operator.v1.3.0'], {
    path: 'spec.skips[0]',
  }),
  changed(
    'replaces-itself',
    'warning',
    'a release that stands in for itself',
    'metadata.annotations["olm.substitutesFor"]',
    'cache-operator.v1.2.0',
  ),
  changed('replaces-package', 'warning', 'the replaced release by its version alone', 'spec.replaces', '1.1.0', {
    says: /cache-operator\.v1\.1\.0$/,
  }),
  changed('replaces-package', 'warning', 'the replaced release by v and its version', 'spec.replaces', 'v1.1.0-dev', {
    says: /cache-operator\.v1\.1\.0-dev$/,
  }),
  changed('replaces-package', 'warning', 'the release of another package', 'spec.replaces', 'caches.v1.1.0', {
    says: /such as cache-operator\.v1\.1\.0$/,
  }),
  changed('replaces-package', 'warning', 'a skipped release by its version alone', 'spec.skips', ['1.1.1'], {
    path: 'spec.skips[0]',
  }),
  changed(
    'skips-unique',
    'warning',
    'a release that is skipped twice',
    'spec.skips',
    ['cache-operator.v1.1.1', 'cache-operator.v1.1.2', 'cache-operator.v1.1.1'],
    { path: 'spec.skips[2]' },
  ),
  changed('skips-name', 'warning', 'a skipped release that can’t be', 'spec.skips', ['>=1.0.0'], {
    path: 'spec.skips[0]',
  }),
  changed('skip-range', 'warning', 'a range as npm has it', 'metadata.annotations["olm.skipRange"]', '^1.0.0'),
  changed('skip-range', 'warning', 'an empty range', 'metadata.annotations["olm.skipRange"]', ''),
  changed(
    'skip-range-itself',
    'warning',
    'a range that includes itself',
    'metadata.annotations["olm.skipRange"]',
    '>=1.0.0 <=1.2.0',
  ),
  changed(
    'skip-range-empty',
    'warning',
    'a range of no version',
    'metadata.annotations["olm.skipRange"]',
    '>=1.1.0 <1.0.0',
  ),
];

/** Mistakes in install modes and install strategies. */
const installationCases: readonly BadCase[] = [
  removed('install-modes', 'error', 'no install modes', 'spec.installModes'),
  changed(
    'install-mode-type',
    'warning',
    'an install mode that there isn’t',
    'spec.installModes[2].type',
    'ManyNamespaces',
  ),
  changed(
    'install-mode-type',
    'error',
    'an install mode that there isn’t, instead of the one that is supported',
    'spec.installModes[3].type',
    'EveryNamespace',
  ),
  changed(
    'install-mode-type',
    'error',
    'nothing instead of the install mode that is supported',
    'spec.installModes[3]',
    null,
    {
      path: 'spec.installModes[3].type',
    },
  ),
  changed(
    'install-mode-duplicate',
    'error',
    'an install mode twice',
    'spec.installModes[4]',
    { type: 'AllNamespaces', supported: false },
    {
      path: 'spec.installModes[4].type',
    },
  ),
  removed('install-mode-missing', 'warning', 'three install modes', 'spec.installModes[2]', {
    path: 'spec.installModes',
    says: /MultiNamespace/,
  }),
  changed(
    'install-mode-supported',
    'error',
    'no install mode that is supported',
    'spec.installModes[3].supported',
    false,
    {
      path: 'spec.installModes',
    },
  ),
  {
    rule: 'install-mode-olm-v1',
    severity: 'error',
    title: 'an install mode that OLM v1 doesn’t know',
    edit: (draft) => {
      draft.set(csv, 'spec.installModes[2].supported', true);
      draft.set(csv, 'spec.installModes[3].supported', false);
    },
    audiences: ['olm-v1'],
    file: csv,
    path: 'spec.installModes',
  },
  changed('min-kube-version', 'error', 'a Kubernetes of two parts', 'spec.minKubeVersion', '1.31'),
  removed('min-kube-version-missing', 'warning', 'no oldest Kubernetes', 'spec.minKubeVersion'),
  changed('install-strategy', 'error', 'a strategy that there isn’t', 'spec.install.strategy', 'helm'),
  removed('install-strategy', 'error', 'no strategy', 'spec.install.strategy'),
  changed(
    'api-service-deployment',
    'error',
    'an API service of a Deployment that there isn’t',
    'spec.apiservicedefinitions',
    {
      owned: [
        {
          name: 'metrics',
          group: 'metrics.example.com',
          version: 'v1',
          kind: 'Metric',
          deploymentName: 'apiserver',
          containerPort: 443,
        },
      ],
    },
    { path: 'spec.apiservicedefinitions.owned[0].deploymentName' },
  ),
];

const annotation = (name: string) =>
  /^[A-Za-z][\w-]*$/.test(name) ? `metadata.annotations.${name}` : `metadata.annotations["${name}"]`;

/** Mistakes in annotations. */
const annotationCases: readonly BadCase[] = [
  changed('object-value', 'error', 'an annotation whose name has a space', annotation('my notes'), 'x', {
    path: 'metadata.annotations',
  }),
  changed('annotation-case', 'error', 'an annotation of OLM in another case', annotation('olm.skiprange'), '<1.2.0'),
  changed(
    'annotation-case',
    'warning',
    'an annotation of catalogs in another case',
    annotation('containerimage'),
    'example.com/a/b:1',
  ),
  changed('annotation-json', 'error', 'properties that are not JSON', annotation('olm.properties'), '[{'),
  changed(
    'annotation-json',
    'warning',
    'a template that is not an object',
    annotation('operatorframework.io/suggested-namespace-template'),
    '[]',
  ),
  changed(
    'capability-level',
    'warning',
    'a capability level that there isn’t',
    annotation('capabilities'),
    'Seamless upgrades',
  ),
  changed('category', 'warning', 'a category that there isn’t', annotation('categories'), 'Database, Caching'),
  changed('category', 'warning', 'a category that not all know', annotation('categories'), 'Database,Observability'),
  changed('category', 'error', 'a category that its own catalog has not', annotation('categories'), 'Caches,Database', {
    categories: ['Caches', 'Queues'],
    says: /there is no category 'Database'; write some of Caches, Queues/,
  }),
  changed(
    'catalog-image',
    'warning',
    'an image without a tag',
    annotation('containerImage'),
    'example.com/caches/cache-operator',
  ),
  changed(
    'catalog-image-unused',
    'warning',
    'an image that nothing runs',
    annotation('containerImage'),
    'example.com/caches/cache:1.2.0',
  ),
  changed(
    'catalog-image-unused',
    'warning',
    'an image of the release before',
    annotation('containerImage'),
    'example.com/caches/cache-operator:1.1.0',
    { says: /of example\.com\/caches\/cache-operator:1\.2\.0$/ },
  ),
  changed('created-at', 'warning', 'a time in words', annotation('createdAt'), 'yesterday'),
  changed(
    'created-at',
    'warning',
    'a time in a month that there isn’t',
    annotation('createdAt'),
    '2026-21-11T08:00:00Z',
  ),
  changed('repository', 'warning', 'a repository without a scheme', annotation('repository'), 'example.com/caches'),
  changed('support', 'warning', 'support in a letter', annotation('support'), 'X'),
  changed('summary', 'warning', 'a summary in a word', annotation('description'), 'Caches'),
  removed('catalog-annotations', 'warning', 'no support, which the public catalogs want', annotation('support'), {
    audiences: ['community'],
  }),
  changed(
    'boolean-annotation',
    'warning',
    'a feature that is neither true nor false',
    annotation('features.operators.openshift.io/disconnected'),
    'yes',
  ),
  changed(
    'feature-annotation',
    'warning',
    'a feature that there isn’t',
    annotation('features.operators.openshift.io/fips'),
    'true',
  ),
  changed(
    'suggested-namespace',
    'warning',
    'a namespace that can’t be',
    annotation('operatorframework.io/suggested-namespace'),
    'Caches',
  ),
  changed(
    'suggested-namespace',
    'warning',
    'a namespace that its template calls otherwise',
    annotation('operatorframework.io/suggested-namespace'),
    'other',
    {
      base: 'dependent',
    },
  ),
  changed(
    'suggested-namespace',
    'warning',
    'a template of another kind',
    annotation('operatorframework.io/suggested-namespace-template'),
    '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"caches"}}',
    { path: `${annotation('operatorframework.io/suggested-namespace-template')}.kind` },
  ),
];

/** Mistakes in the texts that catalogs show. */
const catalogCases: readonly BadCase[] = [
  changed('maturity', 'warning', 'a maturity that there isn’t', 'spec.maturity', 'ga'),
  removed('display-name', 'error', 'no display name', 'spec.displayName'),
  changed(
    'display-name',
    'error',
    'a display name that is too long for the public catalogs',
    'spec.displayName',
    'C'.repeat(51),
    {
      audiences: ['community'],
    },
  ),
  removed('description', 'warning', 'no description', 'spec.description'),
  changed(
    'description',
    'error',
    'a description that is too short for the public catalogs',
    'spec.description',
    'Caches.',
    {
      audiences: ['community'],
    },
  ),
  removed('provider', 'warning', 'no publisher', 'spec.provider', { path: 'spec.provider.name' }),
  removed('provider', 'error', 'no publisher, which the public catalogs refuse', 'spec.provider.name', {
    audiences: ['community'],
  }),
  changed('maintainers', 'warning', 'no maintainer', 'spec.maintainers', []),
  changed(
    'maintainer',
    'warning',
    'a maintainer without a usable email',
    'spec.maintainers[0].email',
    'caches at example.com',
  ),
  removed('maintainer', 'warning', 'a maintainer without a name', 'spec.maintainers[0].name'),
  removed('links', 'warning', 'no links', 'spec.links'),
  changed('link', 'warning', 'a link without a scheme', 'spec.links[0].url', 'example.com/caches'),
  removed('link', 'warning', 'a link without a name', 'spec.links[0].name'),
  changed('link', 'warning', 'a publisher whose address has no scheme', 'spec.provider.url', 'example.com'),
  changed('keywords', 'warning', 'a keyword twice', 'spec.keywords', ['cache', 'cache'], { path: 'spec.keywords[1]' }),
  removed('keywords', 'warning', 'no keywords, which the public catalogs want', 'spec.keywords', {
    audiences: ['community'],
  }),
  removed('icon', 'warning', 'no icon', 'spec.icon'),
  removed('icon', 'error', 'no icon, which the public catalogs refuse', 'spec.icon', { audiences: ['community'] }),
  changed(
    'icon',
    'warning',
    'an empty icon, as operator-sdk writes it',
    'spec.icon',
    [{ base64data: '', mediatype: '' }],
    {
      path: 'spec.icon[0].base64data',
    },
  ),
  changed(
    'icon-media-type',
    'warning',
    'an icon of a type that no catalog shows',
    'spec.icon[0].mediatype',
    'image/webp',
  ),
  changed(
    'icon-data',
    'warning',
    'an icon that is not base64',
    'spec.icon[0].base64data',
    'data:image/png;base64,AAAA',
  ),
  changed('icon-data', 'warning', 'an icon of another type', 'spec.icon[0].mediatype', 'image/jpeg', {
    path: 'spec.icon[0].base64data',
    says: /image\/png/,
  }),
  changed(
    'platform-label',
    'warning',
    'an architecture in other words',
    'metadata.labels["operatorframework.io/arch.x86_64"]',
    'supported',
  ),
  changed(
    'platform-label',
    'warning',
    'an architecture that is supported in other words',
    'metadata.labels["operatorframework.io/arch.arm64"]',
    'yes',
  ),
  changed(
    'related-image',
    'error',
    'a related image that is empty',
    'spec.relatedImages[1]',
    { name: 'cache', image: '' },
    {
      path: 'spec.relatedImages[1].image',
    },
  ),
  changed(
    'related-image',
    'warning',
    'a related image without a name',
    'spec.relatedImages[1]',
    { image: 'example.com/caches/cache:1.2.0' },
    {
      path: 'spec.relatedImages[1].name',
    },
  ),
  changed(
    'related-image',
    'error',
    'a related image that can’t be pulled',
    'spec.relatedImages[1]',
    { name: 'cache', image: 'example.com/Caches:1.0 ' },
    {
      path: 'spec.relatedImages[1].image',
    },
  ),
  changed(
    'related-image',
    'error',
    'the image that runs under a reference that can’t be',
    'spec.relatedImages[0]',
    { name: 'manager', image: 'example.com/Caches/cache-operator:1.2.0' },
    {
      path: 'spec.relatedImages[0].image',
    },
  ),
  changed(
    'related-image-duplicate',
    'warning',
    'two related images of one name',
    'spec.relatedImages[1]',
    { name: 'manager', image: 'example.com/caches/cache:1.0' },
    {
      path: 'spec.relatedImages[1].name',
    },
  ),
  changed(
    'related-image-digest',
    'warning',
    'an image by tag, though it runs without a network',
    annotation('features.operators.openshift.io/disconnected'),
    'true',
    {
      path: 'spec.relatedImages[0].image',
    },
  ),
];

/** Mistakes in the ClusterServiceVersion itself. */
export const serviceVersionCases: readonly BadCase[] = [
  ...fieldCases,
  ...releaseCases,
  ...installationCases,
  ...annotationCases,
  ...catalogCases,
];
