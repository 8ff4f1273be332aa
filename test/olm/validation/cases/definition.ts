import type { BadCase } from '../corpus/bad-case.ts';
import { crd, csv } from '../corpus/minimal-bundle.ts';
import { scaffoldedCrd } from '../corpus/scaffolded-bundle.ts';

const version = 'spec.versions[0]';
const schema = `${version}.schema.openAPIV3Schema`;
const spec = `${schema}.properties.spec`;
const size = `${spec}.properties.size`;
const owned = 'spec.customresourcedefinitions.owned';
const column = `${version}.additionalPrinterColumns`;
const scale = `${version}.subresources.scale`;

const second = {
  name: 'v2',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
};

const webhook = {
  clientConfig: { service: { name: 'cache-operator', namespace: 'caches', path: '/convert' } },
  conversionReviewVersions: ['v1'],
};

/** Definitions that no API server takes, or not in the way that is meant. */
export const definitionCases: readonly BadCase[] = [
  {
    rule: 'definition-api-version',
    severity: 'error',
    title: 'a definition of a version that is gone',
    edit: (draft) => draft.set(crd, 'apiVersion', 'apiextensions.k8s.io/v1beta1'),
    file: crd,
    path: 'apiVersion',
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a definition called by its kind',
    edit: (draft) => {
      draft.set(crd, 'metadata.name', 'cache.cache.example.com');
      draft.set(csv, 'spec.customresourcedefinitions.owned[0].name', 'cache.cache.example.com');
    },
    file: crd,
    path: 'metadata.name',
    says: /must be spec\.names\.plural/,
  },
  {
    rule: 'object-choice',
    severity: 'error',
    title: 'a scope that there is not',
    edit: (draft) => draft.set(crd, 'spec.scope', 'Namespace'),
    file: crd,
    path: 'spec.scope',
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a short name in capitals',
    edit: (draft) => draft.set(crd, 'spec.names.shortNames', ['CA']),
    file: crd,
    path: 'spec.names.shortNames[0]',
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a list called like its items',
    edit: (draft) => draft.set(crd, 'spec.names.listKind', 'Cache'),
    file: crd,
    path: 'spec.names.listKind',
  },
  {
    rule: 'definition-kind-twice',
    severity: 'error',
    title: 'a kind with two definitions',
    edit: (draft) => {
      draft.write('manifests/more.yaml', draft.copy().get(crd) ?? {});
      draft.set('manifests/more.yaml', 'metadata.name', 'morecaches.cache.example.com');
      draft.set('manifests/more.yaml', 'spec.names.plural', 'morecaches');
    },
    file: 'manifests/more.yaml',
    path: 'spec.names.kind',
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'unknown fields preserved everywhere',
    edit: (draft) => draft.set(crd, 'spec.preserveUnknownFields', true),
    file: crd,
    path: 'spec.preserveUnknownFields',
  },
  {
    rule: 'object-required',
    severity: 'error',
    title: "a group of Kubernetes' own",
    edit: (draft) => {
      for (const file of [crd, csv])
        draft.write(file, draft.text(file).replaceAll('cache.example.com', 'cache.k8s.io'));
    },
    file: crd,
    path: 'metadata.annotations["api-approved.kubernetes.io"]',
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'two stored versions',
    edit: (draft) => {
      draft.append(crd, 'spec.versions', second);
      const owned = 'spec.customresourcedefinitions.owned';
      draft.append(csv, owned, {
        ...Object(draft.get(csv, `${owned}[0]`)),
        version: 'v2',
        specDescriptors: [],
        statusDescriptors: [],
      });
    },
    file: crd,
    path: 'spec.versions',
    says: /exactly one version/,
  },
  {
    rule: 'definition-versions',
    severity: 'error',
    title: 'no version that is served',
    edit: (draft) => draft.set(crd, `${version}.served`, false),
    file: crd,
    path: 'spec.versions',
  },
  {
    rule: 'object-required',
    severity: 'error',
    title: 'a version without a schema',
    edit: (draft) => draft.remove(crd, `${version}.schema`),
    file: crd,
    path: schema,
  },
  {
    rule: 'definition-schema',
    severity: 'error',
    title: 'a field without a type',
    edit: (draft) => draft.remove(crd, `${size}.type`),
    file: crd,
    path: `${size}.type`,
  },
  {
    rule: 'definition-schema',
    severity: 'error',
    title: 'a rule that is not CEL',
    edit: (draft) => draft.set(crd, `${size}.x-kubernetes-validations`, [{ rule: 'self.count > 1' }]),
    file: crd,
    path: `${size}.x-kubernetes-validations[0].rule`,
  },
  {
    rule: 'definition-schema',
    severity: 'error',
    title: 'a default out of bounds',
    edit: (draft) => draft.set(crd, `${size}.default`, 0),
    file: crd,
    path: `${size}.default`,
    says: /at least 1/,
  },
  {
    rule: 'definition-schema',
    severity: 'error',
    title: 'a list with keys that may be left out',
    edit: (draft) => draft.remove(crd, `${schema}.properties.status.properties.conditions.items.required`),
    file: crd,
    path: `${schema}.properties.status.properties.conditions.items.properties.type.default`,
  },
  {
    rule: 'definition-schema',
    severity: 'error',
    title: 'a pattern that Go lacks',
    edit: (draft) => draft.set(crd, `${schema}.properties.spec.properties.image.pattern`, '^(?!latest)'),
    file: crd,
    path: `${schema}.properties.spec.properties.image.pattern`,
  },
  {
    rule: 'definition-schema',
    severity: 'error',
    title: 'a condition on the whole object beside a status',
    edit: (draft) => draft.set(crd, `${schema}.anyOf`, [{ required: ['spec'] }]),
    file: crd,
    path: `${schema}.anyOf`,
  },
  {
    rule: 'definition-keyword',
    severity: 'warning',
    title: 'a keyword with a typing error',
    edit: (draft) => draft.set(crd, `${size}.minimun`, 2),
    file: crd,
    path: `${size}.minimun`,
    says: /write minimum/,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a warning of a deprecation that there is not',
    edit: (draft) => draft.set(crd, `${version}.deprecationWarning`, 'use v2'),
    file: crd,
    path: `${version}.deprecationWarning`,
  },
  {
    rule: 'definition-stored-version',
    severity: 'warning',
    title: 'a status from a cluster',
    edit: (draft) => draft.set(crd, 'status.storedVersions', ['v1alpha1', 'v1']),
    file: crd,
    path: 'status.storedVersions[0]',
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a column without a dot',
    edit: (draft) => draft.set(crd, column, [{ name: 'Size', type: 'integer', jsonPath: 'spec.size' }]),
    file: crd,
    path: `${column}[0].jsonPath`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a column of an unknown type',
    edit: (draft) => draft.set(crd, column, [{ name: 'Size', type: 'int', jsonPath: '.spec.size' }]),
    file: crd,
    path: `${column}[0].type`,
  },
  {
    rule: 'definition-column-path',
    severity: 'warning',
    title: 'a column of a field that there is not',
    edit: (draft) => draft.set(crd, column, [{ name: 'Size', type: 'integer', jsonPath: '.spec.sise' }]),
    file: crd,
    path: `${column}[0].jsonPath`,
    says: /did you mean size/,
  },
  {
    rule: 'definition-column-type',
    severity: 'warning',
    title: 'a column of numbers for a text',
    edit: (draft) => draft.set(crd, column, [{ name: 'Image', type: 'integer', jsonPath: '.spec.image' }]),
    file: crd,
    path: `${column}[0].type`,
    says: /of type string.*write string/,
  },
  {
    rule: 'definition-column-type',
    severity: 'warning',
    title: 'a column of booleans for the status of a condition, which is text',
    edit: (draft) =>
      draft.set(crd, column, [
        { name: 'Ready', type: 'boolean', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
      ]),
    file: crd,
    path: `${column}[0].type`,
  },
  {
    rule: 'definition-column-type',
    severity: 'warning',
    title: 'a column of dates for a number',
    edit: (draft) => draft.set(crd, column, [{ name: 'Size', type: 'date', jsonPath: '.spec.size' }]),
    file: crd,
    path: `${column}[0].type`,
    says: /write integer/,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a scale that writes the status',
    edit: (draft) =>
      draft.set(crd, scale, { specReplicasPath: '.status.size', statusReplicasPath: '.status.conditions' }),
    file: crd,
    path: `${scale}.specReplicasPath`,
  },
  {
    rule: 'definition-scale-path',
    severity: 'warning',
    title: 'a scale that reads a field that there is not',
    edit: (draft) => draft.set(crd, scale, { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' }),
    file: crd,
    path: `${scale}.statusReplicasPath`,
  },
  {
    rule: 'definition-selectable-field',
    severity: 'error',
    title: 'an object to select by',
    edit: (draft) => draft.set(crd, `${version}.selectableFields`, [{ jsonPath: '.spec' }]),
    file: crd,
    path: `${version}.selectableFields[0].jsonPath`,
  },
  {
    rule: 'definition-conversion',
    severity: 'error',
    title: 'a conversion that OLM knows nothing of',
    edit: (draft) => draft.set(crd, 'spec.conversion', { strategy: 'Webhook', webhook }),
    file: crd,
    path: 'spec.conversion.strategy',
    says: /no ConversionWebhook/,
  },
  {
    rule: 'definition-conversion',
    severity: 'warning',
    title: 'a conversion that OpenShift writes a certificate for',
    edit: (draft) => {
      draft.set(crd, 'spec.conversion', { strategy: 'Webhook', webhook });
      draft.set(crd, 'metadata.annotations', { 'service.beta.openshift.io/inject-cabundle': 'true' });
    },
    file: crd,
    path: 'spec.conversion.strategy',
  },
  {
    rule: 'definition-conversion',
    severity: 'warning',
    title: 'a conversion that the operator may write a certificate for',
    edit: (draft) => {
      draft.set(crd, 'spec.conversion', { strategy: 'Webhook', webhook });
      draft.append(csv, 'spec.install.spec.clusterPermissions[0].rules', {
        apiGroups: ['apiextensions.k8s.io'],
        resources: ['customresourcedefinitions'],
        verbs: ['get', 'update'],
      });
    },
    file: crd,
    path: 'spec.conversion.strategy',
  },
  {
    rule: 'definition-conversion',
    severity: 'warning',
    title: 'a conversion that is in force before its certificate',
    base: 'scaffolded',
    edit: (draft) => draft.set(scaffoldedCrd, 'spec.conversion', { strategy: 'Webhook', webhook }),
    file: scaffoldedCrd,
    path: 'spec.conversion.strategy',
    says: /leave out spec\.conversion/,
  },
  {
    rule: 'object-forbidden',
    severity: 'error',
    title: 'no conversion, with a webhook',
    edit: (draft) =>
      draft.set(crd, 'spec.conversion', { strategy: 'None', webhook: { conversionReviewVersions: ['v1'] } }),
    file: crd,
    path: 'spec.conversion.webhook.conversionReviewVersions',
  },
  {
    rule: 'object-choice',
    severity: 'error',
    title: 'a conversion by a strategy that there is not',
    edit: (draft) => draft.set(crd, 'spec.conversion', { strategy: 'Hook' }),
    file: crd,
    path: 'spec.conversion.strategy',
  },
  {
    rule: 'definition-required',
    severity: 'warning',
    title: 'a misspelt required field',
    edit: (draft) => draft.set(crd, `${spec}.required`, ['sise']),
    file: crd,
    path: `${spec}.required`,
    says: /sise is required and not declared, .*; write size$/,
    also: ['example-value'],
  },
  {
    rule: 'definition-format',
    severity: 'warning',
    title: 'a format that only other validators know',
    edit: (draft) => draft.set(crd, `${spec}.properties.image.format`, 'image'),
    file: crd,
    path: `${spec}.properties.image.format`,
    says: /no format image of type string, .*; write a pattern instead/,
  },
  {
    rule: 'definition-format',
    severity: 'warning',
    title: 'the format of a programming language, in two fields',
    edit: (draft) => {
      draft.set(crd, `${size}.format`, 'uint8');
      draft.set(crd, `${spec}.properties.port`, { type: 'integer', format: 'uint8' });
    },
    file: crd,
    path: `${size}.format`,
    says: /here and in 1 more; write int32 or int64, or minimum and maximum/,
  },
  {
    rule: 'definition-lost-field',
    severity: 'warning',
    title: 'a renamed field without a conversion',
    edit: (draft) => {
      const old = Object(draft.get(crd, version));
      draft.append(crd, 'spec.versions', { ...old, name: 'v1beta1', storage: false });
      draft.set(crd, 'spec.versions[1].schema.openAPIV3Schema.properties.spec.properties.count', { type: 'integer' });
      draft.append(csv, owned, { ...Object(draft.get(csv, `${owned}[0]`)), version: 'v1beta1' });
    },
    file: crd,
    path: 'spec.versions[1].schema.openAPIV3Schema.properties.spec.properties.count',
    says: /the stored version v1 has no spec\.count/,
  },
  {
    rule: 'definition-status',
    severity: 'warning',
    title: 'a status without its subresource',
    edit: (draft) => draft.remove(crd, `${version}.subresources`),
    file: crd,
    path: `${version}.subresources.status`,
  },
];
