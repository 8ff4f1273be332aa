import type { BadCase } from '../corpus/bad-case.ts';
import type { BundleDraft } from '../corpus/bundle-draft.ts';
import { crd, csv } from '../corpus/minimal-bundle.ts';

const place = 'metadata.annotations["alm-examples"]';
const path = 'metadata.annotations.alm-examples';
const owned = 'spec.customresourcedefinitions.owned[0]';
const schema = 'spec.versions[0].schema.openAPIV3Schema';

const example = {
  apiVersion: 'cache.example.com/v1',
  kind: 'Cache',
  metadata: { name: 'small' },
  spec: { size: 2 },
};

function show(draft: BundleDraft, ...examples: readonly unknown[]): void {
  draft.set(csv, place, JSON.stringify(examples));
}

/** A rule of the schema of specs. */
function rule(draft: BundleDraft, text: string, message: string): void {
  const spec = 'spec.versions[0].schema.openAPIV3Schema.properties.spec';
  draft.set(crd, `${spec}.x-kubernetes-validations`, [{ rule: text, message }]);
}

/** The schema of metadata, which may say what names are. */
function metadataWith(name: object): object {
  return { type: 'object', properties: { name } };
}

/** Examples that no API server takes, and other resources in annotations. */
export const exampleCases: readonly BadCase[] = [
  {
    rule: 'example-list',
    severity: 'error',
    title: 'examples that are not JSON',
    edit: (draft) => draft.set(csv, place, '[{]'),
    file: csv,
    path,
  },
  {
    rule: 'example-list',
    severity: 'error',
    title: 'one example instead of a list',
    edit: (draft) => draft.set(csv, place, JSON.stringify(example)),
    file: csv,
    path,
  },
  {
    rule: 'example-annotation',
    severity: 'warning',
    title: 'examples in two annotations',
    edit: (draft) => draft.set(csv, 'metadata.annotations["olm.examples"]', JSON.stringify([example])),
    file: csv,
    path: 'metadata.annotations["olm.examples"]',
  },
  {
    rule: 'example-owned',
    severity: 'error',
    title: 'an example of a kind that is not owned',
    edit: (draft) => show(draft, example, { ...example, kind: 'Mirror' }),
    file: csv,
    path: `${path}[1].kind`,
  },
  {
    rule: 'example-owned',
    severity: 'error',
    title: 'the only example of a misspelt kind',
    edit: (draft) => show(draft, { ...example, kind: 'Cach' }),
    file: csv,
    path: `${path}[0].kind`,
  },
  {
    rule: 'example-missing',
    severity: 'warning',
    title: 'no example',
    edit: (draft) => show(draft),
    file: csv,
    path,
  },
  {
    rule: 'example-missing',
    severity: 'warning',
    title: 'an empty annotation for examples, which readers take for none',
    edit: (draft) => draft.set(csv, place, ''),
    file: csv,
    path,
  },
  {
    rule: 'example-value',
    severity: 'error',
    title: 'an example out of bounds',
    edit: (draft) => show(draft, { ...example, spec: { size: 10 } }),
    file: csv,
    path: `${path}[0].spec.size`,
    says: /at most 9/,
  },
  {
    rule: 'example-value',
    severity: 'error',
    title: 'an example of another type',
    edit: (draft) => show(draft, { ...example, spec: { size: '2' } }),
    file: csv,
    path: `${path}[0].spec.size`,
  },
  {
    rule: 'example-value',
    severity: 'error',
    title: 'an example that lacks a field',
    edit: (draft) => show(draft, { ...example, spec: {} }),
    file: csv,
    path: `${path}[0].spec.size`,
    says: /required/,
  },
  {
    rule: 'example-value',
    severity: 'error',
    title: 'an example that breaks a rule',
    edit: (draft) => rule(draft, 'self.size > 2', 'a cache has more than two servers'),
    file: csv,
    path: `${path}[0].spec`,
    says: /more than two/,
  },
  {
    rule: 'example-value',
    severity: 'error',
    title: 'an example with a longer name than the definition takes',
    edit: (draft) => draft.set(crd, `${schema}.properties.metadata`, metadataWith({ type: 'string', maxLength: 2 })),
    file: csv,
    path: `${path}[0].metadata.name`,
  },
  {
    rule: 'example-value',
    severity: 'error',
    title: 'an example with a name that a rule refuses',
    edit: (draft) => {
      const refusal = { rule: "self.metadata.name == 'cluster'", fieldPath: '.metadata.name' };
      draft.set(crd, `${schema}.properties.metadata`, metadataWith({ type: 'string', maxLength: 63 }));
      draft.set(crd, `${schema}.x-kubernetes-validations`, [refusal]);
    },
    file: csv,
    path: `${path}[0].metadata.name`,
  },
  {
    rule: 'example-name',
    severity: 'error',
    title: 'an example with a list in the place of its metadata',
    edit: (draft) => show(draft, { ...example, metadata: [] }),
    file: csv,
    path: `${path}[0].metadata`,
    says: /not an object/,
  },
  {
    rule: 'example-name',
    severity: 'error',
    title: 'an example with a number for a name that the definition bounds, too',
    edit: (draft) => {
      draft.set(crd, `${schema}.properties.metadata`, metadataWith({ type: 'string', maxLength: 2 }));
      show(draft, { ...example, metadata: { name: 5 } });
    },
    file: csv,
    path: `${path}[0].metadata.name`,
  },
  {
    rule: 'example-field',
    severity: 'error',
    title: 'an example with an unknown field',
    edit: (draft) => show(draft, { ...example, spec: { size: 2, imag: 'a' } }),
    file: csv,
    path: `${path}[0].spec.imag`,
  },
  {
    rule: 'example-name',
    severity: 'error',
    title: 'an example without a name',
    edit: (draft) => show(draft, { ...example, metadata: {} }),
    file: csv,
    path: `${path}[0].metadata.name`,
  },
  {
    rule: 'example-name',
    severity: 'error',
    title: 'an example without a name that a rule asks for',
    edit: (draft) => {
      const text = "self.metadata.name != 'default'";
      draft.set(crd, 'spec.versions[0].schema.openAPIV3Schema.x-kubernetes-validations', [{ rule: text }]);
      show(draft, { ...example, metadata: {} });
    },
    file: csv,
    path: `${path}[0].metadata.name`,
  },
  {
    rule: 'object-version',
    severity: 'error',
    title: 'an example that was copied from a cluster',
    edit: (draft) => show(draft, { ...example, metadata: { name: 'small', resourceVersion: '4711' } }),
    file: csv,
    path: `${path}[0].metadata.resourceVersion`,
  },
  {
    rule: 'example-namespace',
    severity: 'warning',
    title: 'an example in a namespace, of a kind without',
    edit: (draft) => {
      draft.set(crd, 'spec.scope', 'Cluster');
      show(draft, { ...example, metadata: { name: 'small', namespace: 'caches' } });
    },
    file: csv,
    path: `${path}[0].metadata.namespace`,
  },
  {
    rule: 'example-spec',
    severity: 'warning',
    title: 'an example without a spec',
    edit: (draft) => {
      const { spec: _, ...rest } = example;
      show(draft, rest);
    },
    file: csv,
    path: `${path}[0].spec`,
  },
  {
    rule: 'example-twice',
    severity: 'warning',
    title: 'two examples of one name',
    edit: (draft) => show(draft, example, example),
    file: csv,
    path: `${path}[1].metadata.name`,
  },
  {
    rule: 'example-spec-descriptor',
    severity: 'warning',
    title: 'an example with a field without a descriptor',
    edit: (draft) => show(draft, { ...example, spec: { size: 2, image: 'example.com/cache:1' } }),
    file: csv,
    path: `${owned}.specDescriptors`,
    says: /image/,
  },
  {
    rule: 'example-status-descriptor',
    severity: 'warning',
    title: 'an example with a status without descriptors',
    edit: (draft) => {
      show(draft, { ...example, status: { conditions: [] } });
      draft.remove(csv, `${owned}.statusDescriptors`);
    },
    file: csv,
    path: `${owned}.statusDescriptors`,
  },
  {
    rule: 'initialization-resource',
    severity: 'warning',
    title: 'a first resource of a kind that is not owned',
    edit: (draft) =>
      draft.set(
        csv,
        'metadata.annotations["operatorframework.io/initialization-resource"]',
        JSON.stringify({ ...example, kind: 'Mirror' }),
      ),
    file: csv,
    path: 'metadata.annotations["operatorframework.io/initialization-resource"]',
  },
  {
    rule: 'initialization-resource',
    severity: 'warning',
    title: 'a first resource that is not valid',
    edit: (draft) =>
      draft.set(
        csv,
        'metadata.annotations["operatorframework.io/initialization-resource"]',
        JSON.stringify({ ...example, spec: {} }),
      ),
    file: csv,
    path: 'metadata.annotations["operatorframework.io/initialization-resource"].spec.size',
  },
  {
    rule: 'internal-objects',
    severity: 'warning',
    title: 'a hidden kind that is not owned',
    edit: (draft) =>
      draft.set(
        csv,
        'metadata.annotations["operators.operatorframework.io/internal-objects"]',
        '["mirrors.cache.example.com"]',
      ),
    file: csv,
    path: 'metadata.annotations["operators.operatorframework.io/internal-objects"][0]',
  },
];
