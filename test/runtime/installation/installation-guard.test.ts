import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import jsonPatch, { type Operation } from 'fast-json-patch';
import {
  admissionPolicyBindingKind,
  admissionPolicyKind,
  definitionKind,
  type Kind,
  type StoredObject,
  validatingConfigurationKind,
} from '../../../lib/api/index.ts';
import { defectsOfAnotherRelease, objectDefects } from '../../../lib/runtime/installation/installed-object-defect.ts';
import { ledgerOperator } from './ledger.ts';

const objects = ledgerOperator().installedObjects();
const stored = { name: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: '2030-01-01T00:00:00Z' };

interface Change {
  readonly kind: Kind;
  /** JSON pointer → value; undefined removes. */
  readonly set: Readonly<Record<string, unknown>>;
  readonly service?: 'own' | 'any';
}

/** The defects of an object that another actor has changed. */
function defectsAfter({ kind, set, service = 'own' }: Change) {
  const installed = objects.find((object) => object.kind === kind) ?? assert.fail(`there is no ${kind.kind}`);
  const live = structuredClone({ ...installed.manifest, metadata: stored });
  const operations = Object.entries(set).map(
    ([path, value]): Operation => (value === undefined ? { op: 'remove', path } : { op: 'add', path, value }),
  );
  const object: StoredObject = jsonPatch.applyPatch(live, operations).newDocument;
  const defects = objectDefects(installed, object, { service });
  const repaired = jsonPatch.applyPatch(
    structuredClone(object),
    structuredClone(defects.flatMap(({ repair }) => [...repair])) as Operation[],
  ).newDocument;
  return {
    messages: defects.map(({ message }) => message),
    unrepaired: objectDefects(installed, repaired, { service }).map(({ message }) => message),
  };
}

const configuration = validatingConfigurationKind;
const webhook = 'webhook positive.entry.example.com: ';
const namespaces = (operator: string, values?: readonly string[]) => ({
  matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator, ...(values && { values }) }],
});

describe('the defects of an installed object', () => {
  it('an installed object that equals its manifest has no defects', () => {
    for (const installed of objects) {
      const object = { ...installed.manifest, metadata: stored };
      assert.deepEqual(objectDefects(installed, object, { service: 'own' }), [], installed.kind.kind);
    }
  });

  it('a wider rule, an exempt namespace or a changed timeout of an installed object is no defect', () => {
    const changes: readonly Change[] = [
      { kind: configuration, set: { '/metadata/labels': { team: 'a' }, '/metadata/annotations': { note: 'b' } } },
      { kind: configuration, set: { '/webhooks/0/timeoutSeconds': 30 } },
      { kind: configuration, set: { '/webhooks/0/rules/0/operations': ['*'], '/webhooks/0/rules/0/scope': '*' } },
      { kind: configuration, set: { '/webhooks/0/namespaceSelector': namespaces('NotIn', ['kube-system']) } },
      { kind: configuration, set: { '/webhooks/0/namespaceSelector': namespaces('DoesNotExist') } },
      { kind: configuration, set: { '/webhooks/0/clientConfig/caBundle': 'YQ==' } },
      { kind: configuration, set: { '/webhooks/-': { name: 'another.example.org' } } },
      { kind: configuration, set: { '/webhooks/0/clientConfig': { url: 'https://127.0.0.1/' } }, service: 'any' },
      { kind: admissionPolicyKind, set: { '/spec/validations/-': { expression: 'true' } } },
      { kind: admissionPolicyBindingKind, set: { '/spec/validationActions/-': 'Audit' } },
      {
        kind: admissionPolicyBindingKind,
        set: { '/spec/matchResources': { namespaceSelector: namespaces('NotIn', ['kube-system']) } },
      },
      { kind: definitionKind, set: { '/spec/versions/0/schema/openAPIV3Schema/description': 'Shorter.' } },
    ];
    for (const change of changes) assert.deepEqual(defectsAfter(change).messages, [], JSON.stringify(change.set));
  });

  it('the defects of a CRD of another release name the fields and versions that it lacks', () => {
    const installed = objects.find(({ kind }) => kind === definitionKind) ?? assert.fail('there is no CRD');
    const older = structuredClone({ ...installed.manifest, metadata: stored });
    const operations: Operation[] = [
      { op: 'remove', path: '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/amount' },
      { op: 'remove', path: '/spec/versions/1' },
    ];
    const object: StoredObject = jsonPatch.applyPatch(older, operations).newDocument;
    const messages = ['version v1 drops spec.amount', 'version v1beta1 is not served'];
    const defects = defectsOfAnotherRelease(installed, object);
    assert.deepEqual(
      defects,
      messages.map((message) => ({ message, repair: [] })),
    );
    assert.deepEqual(objectDefects(installed, object, { service: 'own' }), defects);
    const others = objects.filter(({ kind }) => kind !== definitionKind);
    for (const each of others) assert.deepEqual(defectsOfAnotherRelease(each, object), []);
  });

  it('a defect names the ineffective part, and its repair changes that part alone', () => {
    const rules = '/webhooks/0/rules/0';
    const changes: readonly (readonly [Change, string])[] = [
      [{ kind: configuration, set: { '/webhooks': undefined } }, 'it has no webhooks'],
      [{ kind: configuration, set: { '/webhooks/0/name': 'other.io' } }, `${webhook}it is missing`],
      [{ kind: configuration, set: { '/webhooks/0/failurePolicy': 'Ignore' } }, `${webhook}failurePolicy is Ignore`],
      [{ kind: configuration, set: { '/webhooks/0/matchPolicy': 'Exact' } }, `${webhook}matchPolicy is Exact`],
      [
        { kind: configuration, set: { [`${rules}/operations`]: ['CREATE'] } },
        `${webhook}rules leave out declared requests`,
      ],
      [
        { kind: configuration, set: { [`${rules}/resources`]: ['pods'] } },
        `${webhook}rules leave out declared requests`,
      ],
      [
        { kind: configuration, set: { '/webhooks/0/namespaceSelector': namespaces('In', ['shop']) } },
        `${webhook}namespaceSelector is confined to labelled namespaces`,
      ],
      [
        { kind: configuration, set: { '/webhooks/0/objectSelector': namespaces('DoesNotExist') } },
        `${webhook}objectSelector leaves out objects`,
      ],
      [
        { kind: configuration, set: { '/webhooks/0/matchConditions': [{ name: 'never', expression: 'false' }] } },
        `${webhook}matchConditions has a condition that is not declared`,
      ],
      [
        { kind: configuration, set: { '/webhooks/0/clientConfig/service/name': 'elsewhere' } },
        `${webhook}clientConfig does not name the Service of the manifest`,
      ],
      [{ kind: admissionPolicyKind, set: { '/spec/failurePolicy': 'Ignore' } }, 'failurePolicy is Ignore'],
      [
        { kind: admissionPolicyKind, set: { '/spec/validations/0/expression': 'true' } },
        'validations lack a declared rule',
      ],
      [
        { kind: admissionPolicyKind, set: { '/spec/matchConstraints/excludeResourceRules': [{ resources: ['*'] }] } },
        'excludeResourceRules leave out requests',
      ],
      [
        { kind: admissionPolicyBindingKind, set: { '/spec/validationActions': ['Audit'] } },
        'validationActions lack Deny',
      ],
      [{ kind: admissionPolicyBindingKind, set: { '/spec/policyName': 'other' } }, 'it binds another policy'],
      [
        { kind: admissionPolicyBindingKind, set: { '/spec/matchResources': { resourceRules: [{}] } } },
        'matchResources leave out declared requests',
      ],
      [{ kind: definitionKind, set: { '/spec/conversion': { strategy: 'None' } } }, 'conversion is not by webhook'],
      [
        { kind: definitionKind, set: { '/spec/conversion/webhook/clientConfig/service/path': '/' } },
        'conversion: clientConfig does not name the Service of the manifest',
      ],
    ];
    for (const [change, message] of changes) {
      assert.deepEqual(defectsAfter(change), { messages: [message], unrepaired: [] }, JSON.stringify(change.set));
    }
  });

  it('a defect has no repair if that would affect stored objects', () => {
    const schema = '/spec/versions/0/schema/openAPIV3Schema';
    const changes: readonly (readonly [Change, string])[] = [
      [{ kind: definitionKind, set: { '/spec/versions/0/served': false } }, 'version v1 is not served'],
      [
        { kind: definitionKind, set: { [`${schema}/properties/spec/properties/amount/maximum`]: 5000 } },
        'the schema of version v1 is not the declared one',
      ],
      [
        { kind: definitionKind, set: { [`${schema}/properties/spec/x-kubernetes-preserve-unknown-fields`]: true } },
        'the schema of version v1 is not the declared one',
      ],
      [
        { kind: definitionKind, set: { '/spec/conversion': { strategy: 'None' } }, service: 'any' },
        'conversion is not by webhook',
      ],
    ];
    for (const [change, message] of changes) {
      assert.deepEqual(
        defectsAfter(change),
        { messages: [message], unrepaired: [message] },
        JSON.stringify(change.set),
      );
    }
  });

  it('the defects distinguish an object that is missing from one that is being deleted', () => {
    for (const installed of objects) {
      const metadata = { ...stored, deletionTimestamp: '2030-01-01T00:00:00Z' };
      const deleted = { ...installed.manifest, metadata };
      const messages = [undefined, deleted].map((object) => objectDefects(installed, object, { service: 'own' }));
      assert.deepEqual(messages.flat(), [
        { message: 'it is missing', repair: [] },
        { message: 'it is being deleted', repair: [] },
      ]);
    }
  });
});
