import type { BadCase } from '../corpus/bad-case.ts';
import { crd, csv } from '../corpus/minimal-bundle.ts';

const list = 'spec.customresourcedefinitions.owned';
const owned = `${list}[0]`;
const required = 'spec.customresourcedefinitions.required';

/** Kinds that are owned otherwise than they are defined, and descriptors of what isn't there. */
export const ownedCases: readonly BadCase[] = [
  {
    rule: 'owned-definition',
    severity: 'error',
    title: 'a kind that is owned and not defined',
    edit: (draft) =>
      draft.append(csv, list, { ...Object(draft.get(csv, owned)), name: 'mirrors.cache.example.com', kind: 'Mirror' }),
    file: csv,
    path: `${list}[1].name`,
  },
  {
    rule: 'owned-definition',
    severity: 'error',
    title: 'a kind in other letters than it is defined',
    edit: (draft) => draft.set(csv, `${owned}.kind`, 'cache'),
    file: csv,
    path: `${owned}.kind`,
    says: /write Cache/,
  },
  {
    rule: 'owned-definition',
    severity: 'error',
    title: 'a version that the definition lacks',
    edit: (draft) => draft.set(csv, `${owned}.version`, 'v2'),
    file: csv,
    path: `${owned}.version`,
  },
  {
    rule: 'owned-definition',
    severity: 'error',
    title: 'another plural than in the definition',
    edit: (draft) => draft.set(csv, `${owned}.name`, 'cachs.cache.example.com'),
    file: csv,
    path: `${owned}.name`,
    says: /caches\.cache\.example\.com/,
  },
  {
    rule: 'owned-name',
    severity: 'error',
    title: 'a required kind without its group',
    edit: (draft) =>
      draft.append(csv, required, {
        name: 'issuers',
        version: 'v1',
        kind: 'Issuer',
        displayName: 'Issuer',
        description: 'Signs.',
      }),
    file: csv,
    path: `${required}[0].name`,
  },
  {
    rule: 'owned-twice',
    severity: 'error',
    title: 'a kind owned twice',
    edit: (draft) => draft.append(csv, list, draft.get(csv, owned)),
    file: csv,
    path: `${list}[1]`,
  },
  {
    rule: 'owned-name',
    severity: 'error',
    title: 'a required kind with an empty name',
    edit: (draft) =>
      draft.append(csv, required, { name: '', version: 'v1', kind: 'Issuer', displayName: 'I', description: 'Signs.' }),
    file: csv,
    path: `${required}[0].name`,
  },
  {
    rule: 'owned-name',
    severity: 'error',
    title: 'an owned kind with an empty version',
    edit: (draft) => draft.set(csv, `${owned}.version`, ''),
    file: csv,
    path: `${owned}.version`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a definition of another group than its name says',
    edit: (draft) => draft.set(crd, 'spec.group', 'cach.example.com'),
    file: crd,
    path: 'metadata.name',
  },
  ...['name', 'kind', 'version'].map(
    (field): BadCase => ({
      rule: 'field-missing',
      severity: 'error',
      title: `an owned kind without ${field}`,
      edit: (draft) => draft.remove(csv, `${owned}.${field}`),
      file: csv,
      path: `${owned}.${field}`,
    }),
  ),
  ...['name', 'kind', 'version'].map(
    (field): BadCase => ({
      rule: 'field-missing',
      severity: 'error',
      title: `a required kind without ${field}`,
      edit: (draft) => {
        const whole = { name: 'issuers.certs.example.com', version: 'v1', kind: 'Issuer', description: 'Signs.' };
        draft.append(csv, required, whole);
        draft.remove(csv, `${required}[0].${field}`);
      },
      file: csv,
      path: `${required}[0].${field}`,
    }),
  ),
  {
    rule: 'owned-resources',
    severity: 'warning',
    title: 'a resource of an owned kind that says no version',
    edit: (draft) => draft.append(csv, `${owned}.resources`, { kind: 'Pod', name: '' }),
    file: csv,
    path: `${owned}.resources[2].version`,
  },
  {
    rule: 'owned-definition',
    severity: 'error',
    title: 'a kind that is owned and not defined, beside a definition that is too old to be read',
    edit: (draft) => {
      const entry = Object(draft.get(csv, owned));
      draft.append(csv, list, { ...entry, name: 'mirrors.cache.example.com', kind: 'Mirror' });
      draft.append(csv, list, { ...entry, name: 'proxies.cache.example.com', kind: 'Proxy' });
      draft.write('manifests/proxies.yaml', {
        apiVersion: 'apiextensions.k8s.io/v1beta1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'proxies.cache.example.com' },
        spec: { group: 'cache.example.com', version: 'v1', names: { kind: 'Proxy', plural: 'proxies' } },
      });
    },
    file: csv,
    path: `${list}[1].name`,
    also: ['definition-api-version', 'access-owned'],
  },
  {
    rule: 'field-missing',
    severity: 'warning',
    title: 'a descriptor without a path',
    edit: (draft) => draft.remove(csv, `${owned}.specDescriptors[0].path`),
    file: csv,
    path: `${owned}.specDescriptors[0].path`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a definition under another name than it is owned by',
    edit: (draft) => draft.set(crd, 'metadata.name', 'cachs.cache.example.com'),
    file: crd,
    path: 'metadata.name',
  },
  {
    rule: 'definition-owned',
    severity: 'error',
    title: 'a definition that is not owned',
    edit: (draft) => {
      const served = Object(draft.get(crd, 'spec.versions[0]'));
      draft.append(crd, 'spec.versions', { ...served, name: 'v1beta1', storage: false });
      draft.set(csv, list, []);
    },
    file: crd,
    path: 'metadata.name',
  },
  {
    rule: 'definition-owned',
    severity: 'warning',
    title: 'a served version that is not owned',
    edit: (draft) =>
      draft.append(crd, 'spec.versions', {
        ...Object(draft.get(crd, 'spec.versions[0]')),
        name: 'v1beta1',
        storage: false,
      }),
    file: crd,
    path: 'spec.versions[1]',
  },
  {
    rule: 'owned-words',
    severity: 'warning',
    title: 'an owned kind without a description',
    edit: (draft) => draft.remove(csv, `${owned}.description`),
    file: csv,
    path: `${owned}.description`,
  },
  {
    rule: 'owned-resources',
    severity: 'warning',
    title: 'an owned kind without resources',
    edit: (draft) => draft.remove(csv, `${owned}.resources`),
    file: csv,
    path: `${owned}.resources`,
  },
  {
    rule: 'required-definition',
    severity: 'warning',
    title: 'a kind that is required and owned',
    edit: (draft) => draft.append(csv, required, draft.get(csv, owned)),
    file: csv,
    path: `${required}[0]`,
  },
  {
    rule: 'required-words',
    severity: 'warning',
    title: 'a required kind without a description',
    edit: (draft) =>
      draft.append(csv, required, {
        name: 'issuers.certs.example.com',
        version: 'v1',
        kind: 'Issuer',
        displayName: 'Issuer',
      }),
    file: csv,
    path: `${required}[0].description`,
  },
  {
    rule: 'descriptor-path',
    severity: 'warning',
    title: 'a descriptor of a field that there is not',
    edit: (draft) => draft.append(csv, `${owned}.specDescriptors`, { path: 'sise', displayName: 'Size' }),
    file: csv,
    path: `${owned}.specDescriptors[1].path`,
    says: /did you mean size/,
  },
  {
    rule: 'descriptor-path',
    severity: 'warning',
    title: 'a descriptor whose path begins too far outside',
    edit: (draft) => draft.append(csv, `${owned}.specDescriptors`, { path: 'spec.image', displayName: 'Image' }),
    file: csv,
    path: `${owned}.specDescriptors[1].path`,
    says: /write image$/,
  },
  {
    rule: 'descriptor-path',
    severity: 'warning',
    title: 'a status descriptor of a field in a list, without its item',
    edit: (draft) => draft.append(csv, `${owned}.statusDescriptors`, { path: 'conditions.type', displayName: 'Type' }),
    file: csv,
    path: `${owned}.statusDescriptors[1].path`,
    says: /write conditions\[0\]\.type$/,
  },
  {
    rule: 'descriptor-path',
    severity: 'warning',
    title: 'a misspelt path of the field that the examples show',
    edit: (draft) => draft.set(csv, `${owned}.specDescriptors[0].path`, 'sise'),
    file: csv,
    path: `${owned}.specDescriptors[0].path`,
  },
  {
    rule: 'descriptor-path',
    severity: 'warning',
    title: 'a status descriptor of a field in an item that lacks it',
    edit: (draft) =>
      draft.append(csv, `${owned}.statusDescriptors`, { path: 'conditions[0].phase', displayName: 'Phase' }),
    file: csv,
    path: `${owned}.statusDescriptors[1].path`,
  },
  {
    rule: 'descriptor-twice',
    severity: 'warning',
    title: 'a field with two descriptors',
    edit: (draft) => draft.append(csv, `${owned}.specDescriptors`, { path: 'size', displayName: 'Size' }),
    file: csv,
    path: `${owned}.specDescriptors[1].path`,
  },
  {
    rule: 'descriptor-words',
    severity: 'warning',
    title: 'a descriptor without a name',
    edit: (draft) => draft.remove(csv, `${owned}.specDescriptors[0].displayName`),
    file: csv,
    path: `${owned}.specDescriptors[0].displayName`,
  },
  {
    rule: 'descriptor-hint',
    severity: 'warning',
    title: 'a widget that no console has',
    edit: (draft) =>
      draft.set(csv, `${owned}.specDescriptors[0].x-descriptors`, ['urn:alm:descriptor:com.tectonic.ui:podcount']),
    file: csv,
    path: `${owned}.specDescriptors[0].x-descriptors[0]`,
    says: /did you mean podCount/,
  },
  {
    rule: 'descriptor-hint',
    severity: 'warning',
    title: 'a widget without the name of its console',
    edit: (draft) => draft.set(csv, `${owned}.specDescriptors[0].x-descriptors`, ['urn:alm:descriptor:podCount']),
    file: csv,
    path: `${owned}.specDescriptors[0].x-descriptors[0]`,
    says: /com\.tectonic\.ui:podCount/,
  },
  {
    rule: 'descriptor-dependency',
    severity: 'warning',
    title: 'a field that depends on one that there is not',
    edit: (draft) =>
      draft.set(csv, `${owned}.specDescriptors[0].x-descriptors`, [
        'urn:alm:descriptor:com.tectonic.ui:fieldDependency:enabled:true',
      ]),
    file: csv,
    path: `${owned}.specDescriptors[0].x-descriptors[0]`,
  },
  ...(['descriptor-select', 'descriptor-dependency'] as const).map(
    (rule): BadCase => ({
      rule,
      severity: 'warning',
      title: `a value that the schema refuses, in ${rule}`,
      edit: (draft) => {
        draft.set(crd, 'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.mode', {
          type: 'string',
          enum: ['quorum', 'single'],
        });
        const hint = rule === 'descriptor-select' ? 'select' : 'fieldDependency:mode';
        draft.append(csv, `${owned}.specDescriptors`, {
          path: 'mode',
          displayName: 'Mode',
          description: 'How servers agree.',
          'x-descriptors': [`urn:alm:descriptor:com.tectonic.ui:${hint}:quorums`],
        });
      },
      file: csv,
      path: `${owned}.specDescriptors[1].x-descriptors[0]`,
      says: /quorum/,
    }),
  ),
  {
    rule: 'descriptor-widget',
    severity: 'warning',
    title: 'a switch for a number',
    edit: (draft) =>
      draft.set(csv, `${owned}.specDescriptors[0].x-descriptors`, ['urn:alm:descriptor:com.tectonic.ui:booleanSwitch']),
    file: csv,
    path: `${owned}.specDescriptors[0].x-descriptors[0]`,
    says: /writes a value of type boolean, and the field is of type integer/,
  },
  {
    rule: 'descriptor-hint',
    severity: 'warning',
    title: 'a kind in lower case',
    edit: (draft) =>
      draft.set(csv, `${owned}.specDescriptors[0].x-descriptors`, ['urn:alm:descriptor:io.kubernetes:secret']),
    file: csv,
    path: `${owned}.specDescriptors[0].x-descriptors[0]`,
    says: /write it as manifests do, such as Secret/,
  },
];
