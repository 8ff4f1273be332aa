import type { BadCase } from '../corpus/bad-case.ts';
import { dependencies, properties, scorecard } from '../corpus/dependent-bundle.ts';
import { annotations, csv, dockerfile } from '../corpus/minimal-bundle.ts';

const prefix = 'operators.operatorframework.io';
const key = (name: string) => `annotations["${prefix}.${name}.v1"]`;
const channels = key('bundle.channels');
const openshift = 'annotations["com.redhat.openshift.versions"]';

/** Annotations, and the labels that repeat them. */
const both = (name: string, value: string) => (draft: Parameters<BadCase['edit']>[0]) => {
  const old = String(draft.get(annotations, `annotations["${name}"]`));
  draft.set(annotations, `annotations["${name}"]`, value);
  draft.replace(dockerfile, `${name}=${old}`, `${name}=${/\s/.test(value) ? JSON.stringify(value) : value}`);
};

const minimalCases: readonly BadCase[] = [
  {
    rule: 'bundle-annotations',
    severity: 'warning',
    title: 'annotations in another case',
    edit: (draft) => draft.write(annotations, { Annotations: draft.get(annotations, 'annotations') }),
    file: annotations,
    path: 'Annotations',
    says: /write annotations: instead of Annotations:/,
  },
  {
    rule: 'bundle-annotations',
    severity: 'error',
    title: 'metadata without annotations',
    edit: (draft) => {
      draft.drop(annotations);
      draft.drop(dockerfile);
      draft.write('metadata/properties.yaml', { properties: [{ type: 'example.com/a', value: 1 }] });
    },
    file: 'metadata/annotations.yaml',
    path: 'annotations',
  },
  {
    rule: 'bundle-annotations',
    severity: 'error',
    title: 'no annotation that names its package',
    edit: (draft) => {
      draft.remove(annotations, key('bundle.package'));
      draft.replace(dockerfile, `LABEL ${prefix}.bundle.package.v1=cache-operator\n`, '');
    },
    file: annotations,
    path: key('bundle.package'),
  },
  {
    rule: 'bundle-annotations',
    severity: 'error',
    title: 'a slip in the name of an annotation that is required',
    edit: (draft) => {
      draft.set(annotations, key('bundle.pakage'), draft.get(annotations, key('bundle.package')));
      draft.remove(annotations, key('bundle.package'));
    },
    file: annotations,
    path: key('bundle.package'),
    says: /instead of operators\.operatorframework\.io\.bundle\.pakage\.v1/,
  },
  {
    rule: 'bundle-annotation-name',
    severity: 'warning',
    title: 'a slip in the name of an annotation that may be left out',
    edit: (draft) => {
      draft.set(annotations, key('bundle.channel.defualt'), 'stable');
      draft.remove(annotations, key('bundle.channel.default'));
      draft.replace(dockerfile, 'channel.default', 'channel.defualt');
    },
    file: annotations,
    path: key('bundle.channel.defualt'),
    says: /did you mean operators\.operatorframework\.io\.bundle\.channel\.default\.v1/,
  },
  {
    rule: 'bundle-annotation-text',
    severity: 'warning',
    title: 'a channel that YAML reads as a number',
    edit: (draft) => {
      draft.set(annotations, channels, 4.1);
      draft.remove(annotations, key('bundle.channel.default'));
      draft.drop(dockerfile);
    },
    file: annotations,
    path: channels,
  },
  {
    rule: 'bundle-annotation-text',
    severity: 'warning',
    title: 'another tool’s annotation that YAML reads as a boolean',
    edit: (draft) => draft.set(annotations, 'annotations["example.com/is-bundle"]', true),
    file: annotations,
    path: 'annotations["example.com/is-bundle"]',
  },
  {
    rule: 'bundle-annotation-text',
    severity: 'error',
    title: 'a mark of another tool that is a list, for which readers take none of the annotations',
    edit: (draft) => draft.set(annotations, 'annotations["example.com/marks"]', ['a']),
    file: annotations,
    path: 'annotations["example.com/marks"]',
  },
  {
    rule: 'bundle-annotation-text',
    severity: 'error',
    title: 'a media type that is not text',
    edit: (draft) => {
      draft.set(annotations, key('bundle.mediatype'), true);
      draft.drop(dockerfile);
    },
    file: annotations,
    path: key('bundle.mediatype'),
  },
  {
    rule: 'default-channel',
    severity: 'error',
    title: 'a default channel that is null',
    edit: (draft) => {
      draft.set(annotations, key('bundle.channel.default'), null);
      draft.drop(dockerfile);
    },
    file: annotations,
    path: key('bundle.channel.default'),
  },
  {
    rule: 'media-type',
    severity: 'error',
    title: 'the media type of another sort of bundle',
    edit: both(`${prefix}.bundle.mediatype.v1`, 'helm'),
    file: annotations,
    path: key('bundle.mediatype'),
  },
  {
    rule: 'manifests-path',
    severity: 'warning',
    title: 'manifests that are said to be elsewhere',
    edit: both(`${prefix}.bundle.manifests.v1`, 'deploy/'),
    file: annotations,
    path: key('bundle.manifests'),
  },
  {
    rule: 'metadata-path',
    severity: 'warning',
    title: 'metadata that is said to be elsewhere',
    edit: both(`${prefix}.bundle.metadata.v1`, 'meta/'),
    file: annotations,
    path: key('bundle.metadata'),
  },
  {
    rule: 'package-name',
    severity: 'error',
    title: 'a package whose name has an underscore',
    edit: both(`${prefix}.bundle.package.v1`, 'cache_operator'),
    file: annotations,
    path: key('bundle.package'),
  },
  {
    rule: 'package-name',
    severity: 'error',
    title: 'a package without a name',
    edit: (draft) => {
      draft.set(annotations, key('bundle.package'), '');
      draft.drop(dockerfile);
    },
    file: annotations,
    path: key('bundle.package'),
  },
  {
    rule: 'channel-list',
    severity: 'warning',
    title: 'a channel without a name',
    edit: both(`${prefix}.bundle.channels.v1`, 'stable,,candidate'),
    file: annotations,
    path: channels,
  },
  {
    rule: 'channel-list',
    severity: 'warning',
    title: 'a channel whose name begins with a space',
    edit: both(`${prefix}.bundle.channels.v1`, 'stable, candidate'),
    file: annotations,
    path: channels,
    says: /without spaces/,
  },
  {
    rule: 'channel-list',
    severity: 'error',
    title: 'an empty list of channels',
    edit: (draft) => {
      draft.set(annotations, channels, '');
      draft.drop(dockerfile);
    },
    file: annotations,
    path: channels,
  },
  {
    rule: 'channel-duplicate',
    severity: 'warning',
    title: 'a channel twice',
    edit: both(`${prefix}.bundle.channels.v1`, 'stable,candidate,stable'),
    file: annotations,
    path: channels,
  },
  {
    rule: 'default-channel',
    severity: 'warning',
    title: 'a default channel that isn’t among the channels',
    edit: both(`${prefix}.bundle.channel.default.v1`, 'fast'),
    file: annotations,
    path: key('bundle.channel.default'),
    says: /stable, candidate/,
  },
  {
    rule: 'default-channel',
    severity: 'error',
    title: 'a default channel without a name',
    edit: (draft) => {
      draft.set(annotations, key('bundle.channel.default'), '');
      draft.drop(dockerfile);
    },
    file: annotations,
    path: key('bundle.channel.default'),
  },
  {
    rule: 'openshift-versions',
    severity: 'warning',
    title: 'versions of OpenShift in a form of their own',
    edit: both('com.redhat.openshift.versions', '4.18+'),
    file: annotations,
    path: openshift,
  },
  {
    rule: 'openshift-versions',
    severity: 'warning',
    title: 'versions of OpenShift from the last to the first',
    edit: both('com.redhat.openshift.versions', 'v4.20-v4.18'),
    file: annotations,
    path: openshift,
  },
  {
    rule: 'openshift-minimum',
    severity: 'warning',
    title: 'an OpenShift that is older than the Kubernetes it needs',
    edit: both('com.redhat.openshift.versions', 'v4.14'),
    file: annotations,
    path: openshift,
    says: /4\.14.*1\.31.*v4\.18/,
  },
  {
    rule: 'openshift-minimum',
    severity: 'error',
    title: 'an OpenShift that is too old, which the public catalogs refuse',
    edit: both('com.redhat.openshift.versions', 'v4.14'),
    audiences: ['openshift'],
    file: annotations,
    path: openshift,
  },
  {
    rule: 'openshift-versions-missing',
    severity: 'error',
    title: 'no versions of OpenShift, which the public catalogs want',
    edit: (draft) => {
      draft.remove(annotations, openshift);
      draft.replace(dockerfile, 'LABEL com.redhat.openshift.versions=v4.18\n', '');
    },
    audiences: ['community'],
    file: annotations,
    path: openshift,
  },
  {
    rule: 'image-labels',
    severity: 'warning',
    title: 'a label that isn’t what the annotation is',
    edit: (draft) => draft.replace(dockerfile, 'channels.v1=stable,candidate', 'channels.v1=stable'),
    file: dockerfile,
    path: `${prefix}.bundle.channels.v1`,
  },
  {
    rule: 'image-labels',
    severity: 'error',
    title: 'an annotation that is not a label',
    edit: (draft) => draft.replace(dockerfile, `LABEL ${prefix}.bundle.package.v1=cache-operator\n`, ''),
    file: dockerfile,
    path: `${prefix}.bundle.package.v1`,
  },
  {
    rule: 'image-labels',
    severity: 'warning',
    title: 'a label that is not an annotation',
    edit: (draft) => draft.remove(annotations, key('bundle.channel.default')),
    file: dockerfile,
    path: `${prefix}.bundle.channel.default.v1`,
  },
  {
    rule: 'image-labels',
    severity: 'warning',
    title: 'a Dockerfile beside it with another label',
    edit: (draft) => {
      draft.move(dockerfile, '../bundle.Dockerfile');
      draft.replace('../bundle.Dockerfile', 'package.v1=cache-operator', 'package.v1=caches');
    },
    file: '../bundle.Dockerfile',
    path: `${prefix}.bundle.package.v1`,
  },
  {
    rule: 'image-files',
    severity: 'error',
    title: 'an image without metadata',
    edit: (draft) => draft.replace(dockerfile, 'COPY metadata /metadata/\n', ''),
    file: dockerfile,
    path: '/metadata/',
  },
];

const constraint = (value: unknown) => (draft: Parameters<BadCase['edit']>[0]) =>
  draft.set(dependencies, 'dependencies[3].value', value);

const dependentCases: readonly BadCase[] = [
  {
    rule: 'image-files',
    severity: 'warning',
    title: 'an image without the tests that the annotations name',
    edit: (draft) => draft.replace(dockerfile, 'COPY bundle/tests/scorecard /tests/scorecard/\n', ''),
    file: dockerfile,
    path: '/tests/scorecard/',
  },
  {
    rule: 'test-annotations',
    severity: 'warning',
    title: 'annotations of tests that aren’t there',
    edit: (draft) => draft.drop(scorecard),
    file: annotations,
    path: key('test.config'),
  },
  {
    rule: 'test-annotations',
    severity: 'warning',
    title: 'half of the annotations of tests',
    edit: (draft) => {
      draft.remove(annotations, key('test.mediatype'));
      draft.drop(dockerfile);
    },
    file: annotations,
    path: key('test.mediatype'),
  },
  {
    rule: 'test-unannounced',
    severity: 'warning',
    title: 'tests that nothing speaks of',
    edit: (draft) => {
      draft.remove(annotations, key('test.mediatype'));
      draft.remove(annotations, key('test.config'));
    },
    file: scorecard,
    path: '',
  },
  {
    rule: 'scorecard-configuration',
    severity: 'warning',
    title: 'tests of a version that there isn’t',
    edit: (draft) => draft.set(scorecard, 'apiVersion', 'scorecard.operatorframework.io/v1'),
    file: scorecard,
    path: 'apiVersion',
  },
  {
    rule: 'scorecard-configuration',
    severity: 'warning',
    title: 'a test whose command is text',
    edit: (draft) => draft.set(scorecard, 'stages[0].tests[0].entrypoint', 'scorecard-test'),
    file: scorecard,
    path: 'stages[0].tests[0].entrypoint',
    says: /write a list/,
  },
  {
    rule: 'scorecard-configuration',
    severity: 'warning',
    title: 'tests in a misspelt field',
    edit: (draft) => {
      draft.set(scorecard, 'stages[0].test', draft.get(scorecard, 'stages[0].tests'));
      draft.remove(scorecard, 'stages[0].tests');
    },
    file: scorecard,
    path: 'stages[0].test',
    says: /write tests/,
  },
  {
    rule: 'scorecard-configuration',
    severity: 'warning',
    title: 'a test without an image',
    edit: (draft) => draft.remove(scorecard, 'stages[0].tests[0].image'),
    file: scorecard,
    path: 'stages[0].tests[0].image',
  },
  {
    rule: 'dependency-type',
    severity: 'error',
    title: 'a dependency of a type that resolvers don’t know',
    edit: (draft) => draft.set(dependencies, 'dependencies[0].type', 'olm.packages'),
    file: dependencies,
    path: 'dependencies[0].type',
  },
  {
    rule: 'dependency-value',
    severity: 'error',
    title: 'a dependency on a kind without a version',
    edit: (draft) => draft.remove(dependencies, 'dependencies[1].value.version'),
    file: dependencies,
    path: 'dependencies[1].value.version',
  },
  {
    rule: 'dependency-value',
    severity: 'error',
    title: 'a dependency on a package in any version',
    edit: (draft) => draft.remove(dependencies, 'dependencies[0].value.version'),
    file: dependencies,
    path: 'dependencies[0].value.version',
  },
  {
    rule: 'dependency-value',
    severity: 'error',
    title: 'a dependency on a label that isn’t named',
    edit: (draft) => draft.set(dependencies, 'dependencies[2].value', {}),
    file: dependencies,
    path: 'dependencies[2].value.label',
  },
  {
    rule: 'dependency-range',
    severity: 'error',
    title: 'a range as npm has it',
    edit: (draft) => draft.set(dependencies, 'dependencies[0].value.version', '^1.14.0'),
    file: dependencies,
    path: 'dependencies[0].value.version',
  },
  {
    rule: 'bundle-annotation-files',
    severity: 'warning',
    title: 'two files of annotations that differ',
    edit: (draft) => {
      const channels = 'operators.operatorframework.io.bundle.channels.v1';
      draft.write('metadata/more.yaml', { annotations: { [channels]: 'beta', 'example.com/team': 'caches' } });
    },
    file: 'metadata/more.yaml',
    path: 'annotations["operators.operatorframework.io.bundle.channels.v1"]',
  },
  {
    rule: 'property-max-openshift-version-unique',
    severity: 'warning',
    title: 'two last versions of OpenShift',
    base: 'dependent',
    edit: (draft) => draft.append(properties, 'properties', { type: 'olm.maxOpenShiftVersion', value: '4.21' }),
    file: properties,
    path: 'properties[2].type',
  },
  {
    rule: 'openshift-maximum',
    severity: 'warning',
    title: 'a last version of OpenShift before the first',
    base: 'dependent',
    edit: (draft) => draft.set(properties, 'properties[0].value', '4.17'),
    file: properties,
    path: 'properties[0].value',
  },
  {
    rule: 'openshift-maximum',
    severity: 'warning',
    title: 'a last version of OpenShift before the first, in the annotation of old',
    base: 'dependent',
    edit: (draft) => {
      const last = JSON.stringify([draft.get(properties, 'properties[0]')]).replace('4.22', '4.17');
      draft.remove(properties, 'properties[0]');
      draft.set(csv, 'metadata.annotations["olm.properties"]', last);
    },
    file: csv,
    path: 'metadata.annotations["olm.properties"][0].value',
    also: ['property-annotation'],
  },
  {
    rule: 'metadata-list',
    severity: 'warning',
    title: 'dependencies under a misspelt key',
    edit: (draft) => {
      draft.set(dependencies, 'dependancies', draft.get(dependencies, 'dependencies'));
      draft.remove(dependencies, 'dependencies');
    },
    file: dependencies,
    path: 'dependancies',
    says: /write dependencies: instead of dependancies:/,
  },
  {
    rule: 'metadata-list',
    severity: 'warning',
    title: 'properties under a misspelt key',
    edit: (draft) => draft.write(properties, { property: [{ type: 'example.com/a', value: 1 }] }),
    file: properties,
    path: 'property',
  },
  {
    rule: 'metadata-list',
    severity: 'warning',
    title: 'properties that are a bare list',
    edit: (draft) => draft.write(properties, [{ type: 'example.com/a', value: 1 }]),
    file: properties,
    path: '',
  },
  {
    rule: 'dependency-field',
    severity: 'warning',
    title: 'a dependency with a field that resolvers drop',
    edit: (draft) => draft.set(dependencies, 'dependencies[0].value.channel', 'stable'),
    file: dependencies,
    path: 'dependencies[0].value.channel',
  },
  {
    rule: 'dependency-package-name',
    severity: 'error',
    title: 'a dependency on a package that can’t be',
    edit: (draft) => draft.set(dependencies, 'dependencies[0].value.packageName', 'Cert Manager'),
    file: dependencies,
    path: 'dependencies[0].value.packageName',
  },
  {
    rule: 'dependency-itself',
    severity: 'warning',
    title: 'a dependency on itself',
    edit: (draft) => draft.set(dependencies, 'dependencies[0].value.packageName', 'cache-operator'),
    file: dependencies,
    path: 'dependencies[0].value.packageName',
  },
  {
    rule: 'dependency-itself',
    severity: 'warning',
    title: 'a dependency on a kind that the operator owns',
    edit: (draft) =>
      draft.set(dependencies, 'dependencies[1].value', { group: 'cache.example.com', version: 'v1', kind: 'Cache' }),
    file: dependencies,
    path: 'dependencies[1].value.kind',
    says: /owns Cache\.cache\.example\.com\/v1/,
  },
  {
    rule: 'dependency-itself',
    severity: 'warning',
    title: 'a constraint that the operator meets itself',
    edit: constraint({
      failureMessage: 'needs caches',
      gvk: { group: 'cache.example.com', version: 'v1', kind: 'Cache' },
    }),
    file: dependencies,
    path: 'dependencies[3].value.gvk.kind',
  },
  {
    rule: 'dependency-constraint',
    severity: 'error',
    title: 'a constraint that asks for two things at once',
    edit: constraint({
      failureMessage: 'needs both',
      gvk: { group: 'a.example.com', version: 'v1', kind: 'A' },
      package: { packageName: 'a', versionRange: '>=1.0.0' },
    }),
    file: dependencies,
    path: 'dependencies[3].value',
  },
  {
    rule: 'dependency-constraint',
    severity: 'error',
    title: 'a constraint that asks for nothing',
    edit: constraint({ failureMessage: 'needs something' }),
    file: dependencies,
    path: 'dependencies[3].value',
  },
  {
    rule: 'dependency-constraint',
    severity: 'error',
    title: 'a constraint in a form that there isn’t',
    edit: constraint({ failureMessage: 'needs one', oneOf: { constraints: [] } }),
    file: dependencies,
    path: 'dependencies[3].value.oneOf',
  },
  {
    rule: 'dependency-constraint',
    severity: 'error',
    title: 'an expression with a syntax error',
    edit: constraint({ failureMessage: 'needs it', cel: { rule: 'properties.exists(p, p.type == )' } }),
    file: dependencies,
    path: 'dependencies[3].value.cel.rule',
  },
  {
    rule: 'dependency-constraint',
    severity: 'error',
    title: 'a rule that is a number',
    edit: constraint({ failureMessage: 'needs it', cel: { rule: '1' } }),
    file: dependencies,
    path: 'dependencies[3].value.cel.rule',
    says: /its type must be bool/,
  },
  {
    rule: 'dependency-constraint',
    severity: 'error',
    title: 'an expression that counts',
    edit: constraint({ failureMessage: 'needs it', cel: { rule: 'properties.size()' } }),
    file: dependencies,
    path: 'dependencies[3].value.cel.rule',
    says: /its type must be bool/,
  },
  {
    rule: 'dependency-constraint',
    severity: 'error',
    title: 'an expression over what there isn’t',
    edit: constraint({ failureMessage: 'needs it', cel: { rule: 'self.exists(p, p.type == "a")' } }),
    file: dependencies,
    path: 'dependencies[3].value.cel.rule',
  },
  {
    rule: 'dependency-constraint',
    severity: 'error',
    title: 'a constraint inside another whose range can’t be read',
    edit: (draft) => draft.set(dependencies, 'dependencies[3].value.any.constraints[0].package.versionRange', '~2.5'),
    file: dependencies,
    path: 'dependencies[3].value.any.constraints[0].package.versionRange',
  },
  {
    rule: 'dependency-constraint-message',
    severity: 'warning',
    title: 'a constraint that doesn’t say what is missing',
    edit: (draft) => draft.remove(dependencies, 'dependencies[3].value.failureMessage'),
    file: dependencies,
    path: 'dependencies[3].value.failureMessage',
  },
  {
    rule: 'property-form',
    severity: 'warning',
    title: 'a property without a type',
    edit: (draft) => draft.remove(properties, 'properties[1].type'),
    file: properties,
    path: 'properties[1].type',
  },
  {
    rule: 'property-form',
    severity: 'error',
    title: 'a property without a value',
    edit: (draft) => draft.remove(properties, 'properties[1].value'),
    file: properties,
    path: 'properties[1].value',
  },
  {
    rule: 'yaml-syntax',
    severity: 'warning',
    title: 'properties that can’t be read, which tools ignore',
    edit: (draft) => draft.write(properties, 'properties: ['),
    file: properties,
    path: '',
  },
  {
    rule: 'dependency-value',
    severity: 'error',
    title: 'a dependency without a value',
    edit: (draft) => draft.remove(dependencies, 'dependencies[0].value'),
    file: dependencies,
    path: 'dependencies[0].value',
  },
  {
    rule: 'property-reserved',
    severity: 'warning',
    title: 'a property that catalogs make themselves',
    edit: (draft) =>
      draft.append(properties, 'properties', {
        type: 'olm.package',
        value: { packageName: 'cache-operator', version: '1.2.0' },
      }),
    file: properties,
    path: 'properties[2].type',
  },
  {
    rule: 'property-max-openshift-version',
    severity: 'warning',
    title: 'the last version of OpenShift as a number',
    edit: (draft) => draft.set(properties, 'properties[0].value', 4.2),
    file: properties,
    path: 'properties[0].value',
  },
  {
    rule: 'property-annotation',
    severity: 'warning',
    title: 'properties in an annotation',
    edit: (draft) =>
      draft.set(csv, 'metadata.annotations["olm.properties"]', '[{"type": "example.com/a", "value": 1}]'),
    file: csv,
    path: 'metadata.annotations["olm.properties"]',
  },
  {
    rule: 'olm-v1-support',
    severity: 'error',
    title: 'dependencies, which OLM v1 refuses',
    edit: (draft) => draft.remove(csv, 'spec.customresourcedefinitions.required'),
    audiences: ['olm-v1'],
    file: dependencies,
    path: 'dependencies',
  },
];

/** Mistakes in metadata, dependencies and the Dockerfile. */
export const metadataCases: readonly BadCase[] = [
  ...minimalCases,
  ...dependentCases.map((each): BadCase => ({ ...each, base: 'dependent' })),
];
