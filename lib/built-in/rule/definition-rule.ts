// The rules of CustomResourceDefinitions, except for their schemas. The API server validates its internal form: parts that all
// versions share are parts of the spec.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldAt, fieldsAt, listOf, textAt, textOrEmpty } from '../../schema/index.ts';
import {
  type Cause,
  causesAt,
  forbiddenField,
  innerPath,
  invalidValue,
  requiredValue,
  unsupportedValue,
} from '../field-cause.ts';
import { label1035, subdomain } from '../metadata/object-name-form.ts';
import { annotationsOf } from '../unvalidated-object.ts';
import { derivedNameCauses } from './derived-name.ts';
import { itemsOf, presentFieldNames, type StructRule } from './struct-rule.ts';

function* definition(object: JsonObject): Iterable<Cause> {
  const spec = fieldsAt(object, 'spec');
  const name = `${textAt(spec, 'names.plural')}.${textAt(spec, 'group')}`;
  yield* derivedNameCauses(object, { name, words: 'must be spec.names.plural+"."+spec.group' });
  yield* approvalCauses(object, textAt(spec, 'group'));
  if (spec.preserveUnknownFields === true)
    yield invalidValue(
      'spec.preserveUnknownFields',
      true,
      'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
    );
  yield* storedVersionCauses(spec);
}

/** One version is stored. The API server puts the first of several into the status of a new definition. */
function* storedVersionCauses(spec: JsonObject): Iterable<Cause> {
  const versions = itemsOf(spec, 'versions').map(([version]) => version);
  const [first, ...others] = versions.filter(({ storage }) => storage === true).map(({ name }) => textOrEmpty(name));
  const status = 'status.storedVersions';
  const single = 'must have exactly one version marked as storage version';
  if (first === undefined || others.length > 0)
    yield invalidValue('spec.versions', versions.map(internalVersion), single);
  for (const name of others) yield invalidValue(status, [first], `must have the storage version ${name}`);
  if (first === undefined) yield invalidValue(status, null, 'must have at least one stored version');
}

/** Groups of Kubernetes need an approval of the project. */
function* approvalCauses(object: JsonObject, group: string): Iterable<Cause> {
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)) return;
  const name = 'api-approved.kubernetes.io';
  const field = `metadata.annotations[${name}]`;
  const approval = annotationsOf(object)[name] ?? '';
  const words = `protected groups must have approval annotation "${name}"`;
  const link = 'see https://github.com/kubernetes/enhancements/pull/1111';
  const isApproved = approval.startsWith('unapproved') || /^[a-z][a-z\d+.-]*:\/\/[^/]/i.test(approval);
  if (approval === '') yield requiredValue(field, `${words}, ${link}`);
  else if (!isApproved)
    yield invalidValue(field, approval, `${words} with either a URL or a reason starting with "unapproved", ${link}`);
}

/** The names, versions, columns, scale and conversion of a definition. */
function* spec(value: JsonObject): Iterable<Cause> {
  yield* groupCauses(textOrEmpty(value.group), 'group');
  yield* choiceCauses(textOrEmpty(value.scope), 'scope', ['Cluster', 'Namespaced']);
  yield* causesAt('names', nameCauses(fieldsAt(value, 'names')));
  yield* versionCauses(value);
  for (const [part, place] of sharedParts(value)) {
    for (const [column, at] of itemsOf(part, 'additionalPrinterColumns', place))
      yield* causesAt(at, columnCauses(column));
    yield* causesAt(innerPath(place, 'subresources.scale'), scaleCauses(fieldsAt(part, 'subresources').scale));
  }
  yield* causesAt('conversion', conversionCauses(fieldsAt(value, 'conversion')));
}

function* groupCauses(group: string, field: string): Iterable<Cause> {
  const faults = subdomain(group);
  if (group === '') yield requiredValue(field);
  else if (faults.length > 0) yield invalidValue(field, group, faults.join(','));
  else if (!group.includes('.')) yield invalidValue(field, group, 'should be a domain with at least one dot');
}

function* choiceCauses(text: string, field: string, choices: readonly string[]): Iterable<Cause> {
  if (text === '') yield requiredValue(field);
  else if (!choices.includes(text)) yield unsupportedValue(field, text, choices);
}

function* versionCauses(value: JsonObject): Iterable<Cause> {
  const versions = itemsOf(value, 'versions');
  for (const [version, place] of versions) {
    const schema = 'schema.openAPIV3Schema';
    if (!isJsonObject(fieldAt(version, schema))) yield requiredValue(innerPath(place, schema));
    yield* labelCauses(textOrEmpty(version.name), innerPath(place, 'name'));
    yield* warningCauses(version, innerPath(place, 'deprecationWarning'));
  }
  const names = new Set(versions.map(([{ name }]) => textOrEmpty(name)));
  const shown = versions.map(([version]) => internalVersion(version));
  if (names.size < versions.length) yield invalidValue('versions', shown, 'must contain unique version names');
}

/** The API server shows its internal form of a version, without the parts that all versions share. */
function internalVersion({ name = '', served = false, storage = false }: JsonObject): JsonObject {
  return {
    Name: name,
    Served: served,
    Storage: storage,
    Deprecated: false,
    DeprecationWarning: null,
    Schema: null,
    Subresources: null,
    AdditionalPrinterColumns: null,
    SelectableFields: null,
  };
}

function* labelCauses(text: string, field: string, words = ''): Iterable<Cause> {
  const faults = label1035(words === '' ? text : text.toLowerCase());
  if (faults.length > 0) yield invalidValue(field, text, `${words}${faults.join(',')}`);
}

function* warningCauses({ deprecated, deprecationWarning: text }: JsonObject, field: string): Iterable<Cause> {
  if (typeof text !== 'string') return;
  if (deprecated !== true) {
    yield invalidValue(field, text, 'can only be set for deprecated versions');
    return;
  }
  if (Buffer.byteLength(text) > 256) yield invalidValue(field, text, 'must be <= 256 characters long');
  if (text === '') yield invalidValue(field, text, 'must not be an empty string');
  const unprintable = text.search(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u);
  const index = Buffer.byteLength(text.slice(0, unprintable));
  const words = 'must only contain printable UTF-8 characters; non-printable character found at index';
  if (unprintable >= 0) yield invalidValue(field, text, `${words} ${index}`);
}

/** Returns the versions of a definition with their paths, and a part that all of them share once, with an empty path. */
function sharedParts(value: JsonObject): readonly (readonly [JsonObject, string])[] {
  const versions = itemsOf(value, 'versions');
  return ['additionalPrinterColumns', 'subresources'].flatMap((name) => {
    const parts = versions.map(([version, place]) => [{ [name]: version[name] ?? null }, place] as const);
    const [first] = parts;
    if (first === undefined) return [];
    return parts.every(([part]) => isSameJson(part, first[0])) ? [[first[0], ''] as const] : parts;
  });
}

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

function* columnCauses(column: JsonObject): Iterable<Cause> {
  const [name, type = '', format = ''] = ['name', 'type', 'format'].map((field) => textOrEmpty(column[field]));
  const oneOf = (choices: readonly string[]) => `must be one of ${choices.join(',')}`;
  if (name === '') yield requiredValue('name');
  if (type === '') yield requiredValue('type', oneOf(columnTypes));
  else if (!columnTypes.includes(type)) yield invalidValue('type', type, oneOf(columnTypes));
  if (format !== '' && !columnFormats.includes(format)) yield invalidValue('format', format, oneOf(columnFormats));
  yield* pathCauses(textOrEmpty(column.jsonPath), 'JSONPath', '');
}

/** Causes of a path that doesn't begin with a dot, or isn't below one of some fields. @param parents - the words for them */
function* pathCauses(text: string, field: string, parents: string): Iterable<Cause> {
  const isBelow = parents === '' || parents.split(' or ').some((parent) => text.startsWith(`${parent}.`));
  const either = parents.includes(' or ') ? 'either ' : '';
  if (text === '') yield requiredValue(field);
  else if (!text.startsWith('.')) yield invalidValue(field, text, 'must be a simple json path starting with .');
  else if (!isBelow) yield invalidValue(field, text, `should be a json path under ${either}${parents}`);
}

function* scaleCauses(scale: JsonValue | undefined): Iterable<Cause> {
  if (!isJsonObject(scale)) return;
  const selector = textOrEmpty(scale.labelSelectorPath);
  yield* pathCauses(textOrEmpty(scale.specReplicasPath), 'specReplicasPath', '.spec');
  yield* pathCauses(textOrEmpty(scale.statusReplicasPath), 'statusReplicasPath', '.status');
  if (selector !== '') yield* pathCauses(selector, 'labelSelectorPath', '.spec or .status');
}

const reviewVersions = ['v1', 'v1beta1'];

function* conversionCauses(conversion: JsonObject): Iterable<Cause> {
  const [client, versions] = ['webhookClientConfig', 'conversionReviewVersions'] as const;
  const { clientConfig, conversionReviewVersions } = fieldsAt(conversion, 'webhook');
  const strategy = textOrEmpty(conversion.strategy);
  const list = listOf(conversionReviewVersions);
  if (strategy !== 'Webhook') {
    const words = 'should not be set when strategy is not set to Webhook';
    if (Object.keys(conversion).length > 0) yield* choiceCauses(strategy, 'strategy', ['None', 'Webhook']);
    if (isJsonObject(clientConfig)) yield forbiddenField(client, words);
    if (list.length > 0) yield forbiddenField(versions, words);
    return;
  }
  const targets = presentFieldNames(fieldsAt(conversion, 'webhook.clientConfig'), ['url', 'service']);
  if (clientConfig === undefined) yield requiredValue(client, 'required when strategy is set to Webhook');
  else if (targets.length !== 1) yield requiredValue(client, 'exactly one of url or service is required');
  if (list.length === 0) yield requiredValue(versions);
  else if (!list.some((version) => reviewVersions.includes(textOrEmpty(version))))
    yield invalidValue(versions, list, `must include at least one of ${reviewVersions.join(', ')}`);
}

function* nameCauses(value: JsonObject): Iterable<Cause> {
  const kind = textOrEmpty(value.kind);
  const { singular = kind.toLowerCase(), listKind = kind && `${kind}List` } = value;
  const anyCase = 'may have mixed case, but should otherwise match: ';
  for (const [field, text, words] of [
    ['plural', value.plural, ''],
    ['singular', singular, ''],
    ['kind', kind, anyCase],
    ['listKind', listKind, anyCase],
  ] as const) {
    if (textOrEmpty(text) === '') yield requiredValue(field);
    else yield* labelCauses(textOrEmpty(text), field, words);
  }
  if (kind !== '' && kind === listKind) yield invalidValue('listKind', kind, 'kind and listKind may not be the same');
  for (const field of ['shortNames', 'categories'])
    for (const [index, text] of listOf(value[field]).entries())
      yield* labelCauses(textOrEmpty(text), `${field}[${index}]`);
}

const prefix = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';

/** Definition → rule. */
export const definitionStructRules: Readonly<Record<string, StructRule>> = {
  [`${prefix}.CustomResourceDefinition`]: definition,
  [`${prefix}.CustomResourceDefinitionSpec`]: spec,
};
