// The rules of CustomResourceDefinitions, except for their schemas. The API server validates its internal form: parts that all
// versions share are parts of the spec.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldAt, fieldsAt, listOf, textAt, textOrEmpty } from '../../schema/index.ts';
import { type Cause, forbiddenField, invalidValue, requiredValue, unsupportedValue } from '../field-cause.ts';
import { label1035, subdomain } from '../metadata/name-form.ts';
import { annotationsOf } from '../object.ts';
import { derivedNameCauses } from './derived-name.ts';
import { causeIf, causesAt, innerPath, itemsOf, type StructRule, setFields } from './struct-rule.ts';

const definition: StructRule = (object) => {
  const spec = fieldsAt(object, 'spec');
  const name = `${textAt(spec, 'names.plural')}.${textAt(spec, 'group')}`;
  return [
    ...derivedNameCauses(object, { name, words: 'must be spec.names.plural+"."+spec.group' }),
    ...approvalCauses(object, textAt(spec, 'group')),
    ...causeIf(spec.preserveUnknownFields === true, () =>
      invalidValue(
        'spec.preserveUnknownFields',
        true,
        'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ),
    ),
    ...storedVersionCauses(spec),
  ];
};

/** One version is stored. The API server puts the first of several into the status of a new definition. */
function storedVersionCauses(spec: JsonObject): readonly Cause[] {
  const versions = itemsOf(spec, 'versions').map(([version]) => version);
  const [first, ...others] = versions.filter(({ storage }) => storage === true).map(({ name }) => textOrEmpty(name));
  const status = 'status.storedVersions';
  return [
    ...causeIf(first === undefined || others.length > 0, () =>
      invalidValue(
        'spec.versions',
        versions.map(internalVersion),
        'must have exactly one version marked as storage version',
      ),
    ),
    ...others.map((name) => invalidValue(status, [first], `must have the storage version ${name}`)),
    ...causeIf(first === undefined, () => invalidValue(status, null, 'must have at least one stored version')),
  ];
}

/** Groups of Kubernetes need an approval of the project. */
function approvalCauses(object: JsonObject, group: string): readonly Cause[] {
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)) return [];
  const name = 'api-approved.kubernetes.io';
  const field = `metadata.annotations[${name}]`;
  const approval = annotationsOf(object)[name] ?? '';
  const words = `protected groups must have approval annotation "${name}"`;
  const link = 'see https://github.com/kubernetes/enhancements/pull/1111';
  if (approval === '') return [requiredValue(field, `${words}, ${link}`)];
  const isApproved = approval.startsWith('unapproved') || /^[a-z][a-z\d+.-]*:\/\/[^/]/i.test(approval);
  return causeIf(!isApproved, () =>
    invalidValue(field, approval, `${words} with either a URL or a reason starting with "unapproved", ${link}`),
  );
}

const spec: StructRule = (value) => [
  ...groupCauses(textOrEmpty(value.group), 'group'),
  ...choiceCauses(textOrEmpty(value.scope), 'scope', ['Cluster', 'Namespaced']),
  ...causesAt('names', nameCauses(fieldsAt(value, 'names'))),
  ...versionCauses(value),
  ...sharedParts(value).flatMap(([part, place]) => [
    ...itemsOf(part, 'additionalPrinterColumns', place).flatMap(([column, at]) => causesAt(at, columnCauses(column))),
    ...causesAt(innerPath(place, 'subresources.scale'), scaleCauses(fieldsAt(part, 'subresources').scale)),
  ]),
  ...causesAt('conversion', conversionCauses(fieldsAt(value, 'conversion'))),
];

function groupCauses(group: string, field: string): readonly Cause[] {
  if (group === '') return [requiredValue(field)];
  const faults = subdomain(group);
  if (faults.length > 0) return [invalidValue(field, group, faults.join(','))];
  return causeIf(!group.includes('.'), () => invalidValue(field, group, 'should be a domain with at least one dot'));
}

function choiceCauses(text: string, field: string, choices: readonly string[]): readonly Cause[] {
  if (text === '') return [requiredValue(field)];
  return causeIf(!choices.includes(text), () => unsupportedValue(field, text, choices));
}

function versionCauses(value: JsonObject): readonly Cause[] {
  const versions = itemsOf(value, 'versions');
  const shown = versions.map(([version]) => internalVersion(version));
  const names = versions.map(([{ name }]) => textOrEmpty(name));
  return [
    ...versions.flatMap(([version, place]) => [
      ...causeIf(!isJsonObject(fieldAt(version, 'schema.openAPIV3Schema')), () =>
        requiredValue(innerPath(place, 'schema.openAPIV3Schema')),
      ),
      ...labelCauses(textOrEmpty(version.name), innerPath(place, 'name')),
      ...warningCauses(version, innerPath(place, 'deprecationWarning')),
    ]),
    ...causeIf(new Set(names).size < names.length, () =>
      invalidValue('versions', shown, 'must contain unique version names'),
    ),
  ];
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

function labelCauses(text: string, field: string, words = ''): readonly Cause[] {
  const faults = label1035(words === '' ? text : text.toLowerCase());
  return causeIf(faults.length > 0, () => invalidValue(field, text, `${words}${faults.join(',')}`));
}

function warningCauses({ deprecated, deprecationWarning: text }: JsonObject, field: string): readonly Cause[] {
  if (typeof text !== 'string') return [];
  if (deprecated !== true) return [invalidValue(field, text, 'can only be set for deprecated versions')];
  const index = Buffer.byteLength(text.slice(0, text.search(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u)));
  const isPrintable = !/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(text);
  return [
    ...causeIf(Buffer.byteLength(text) > 256, () => invalidValue(field, text, 'must be <= 256 characters long')),
    ...causeIf(text === '', () => invalidValue(field, text, 'must not be an empty string')),
    ...causeIf(!isPrintable, () =>
      invalidValue(
        field,
        text,
        `must only contain printable UTF-8 characters; non-printable character found at index ${index}`,
      ),
    ),
  ];
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

function columnCauses(column: JsonObject): readonly Cause[] {
  const [name, type, format] = ['name', 'type', 'format'].map((field) => textOrEmpty(column[field]));
  const oneOf = (choices: readonly string[]) => `must be one of ${choices.join(',')}`;
  return [
    ...causeIf(name === '', () => requiredValue('name')),
    ...causeIf(type === '', () => requiredValue('type', oneOf(columnTypes))),
    ...causeIf(type !== '' && !columnTypes.includes(type ?? ''), () => invalidValue('type', type, oneOf(columnTypes))),
    ...causeIf(format !== '' && !columnFormats.includes(format ?? ''), () =>
      invalidValue('format', format, oneOf(columnFormats)),
    ),
    ...pathCauses(textOrEmpty(column.jsonPath), 'JSONPath', ''),
  ];
}

/** Causes of a path that doesn't begin with a dot, or isn't below one of some fields. @param parents - the words for them */
function pathCauses(text: string, field: string, parents: string): readonly Cause[] {
  if (text === '') return [requiredValue(field)];
  if (!text.startsWith('.')) return [invalidValue(field, text, 'must be a simple json path starting with .')];
  const isBelow = parents === '' || parents.split(' or ').some((parent) => text.startsWith(`${parent}.`));
  const either = parents.includes(' or ') ? 'either ' : '';
  return causeIf(!isBelow, () => invalidValue(field, text, `should be a json path under ${either}${parents}`));
}

function scaleCauses(scale: JsonValue | undefined): readonly Cause[] {
  if (!isJsonObject(scale)) return [];
  const selector = textOrEmpty(scale.labelSelectorPath);
  return [
    ...pathCauses(textOrEmpty(scale.specReplicasPath), 'specReplicasPath', '.spec'),
    ...pathCauses(textOrEmpty(scale.statusReplicasPath), 'statusReplicasPath', '.status'),
    ...(selector === '' ? [] : pathCauses(selector, 'labelSelectorPath', '.spec or .status')),
  ];
}

const reviewVersions = ['v1', 'v1beta1'];

function conversionCauses(conversion: JsonObject): readonly Cause[] {
  const [client, versions] = ['webhookClientConfig', 'conversionReviewVersions'] as const;
  const { clientConfig, conversionReviewVersions } = fieldsAt(conversion, 'webhook');
  const strategy = textOrEmpty(conversion.strategy);
  const list = listOf(conversionReviewVersions);
  if (strategy !== 'Webhook') {
    const words = 'should not be set when strategy is not set to Webhook';
    return [
      ...(Object.keys(conversion).length === 0 ? [] : choiceCauses(strategy, 'strategy', ['None', 'Webhook'])),
      ...causeIf(isJsonObject(clientConfig), () => forbiddenField(client, words)),
      ...causeIf(list.length > 0, () => forbiddenField(versions, words)),
    ];
  }
  const targets = setFields(fieldsAt(conversion, 'webhook.clientConfig'), ['url', 'service']);
  return [
    ...causeIf(clientConfig === undefined, () => requiredValue(client, 'required when strategy is set to Webhook')),
    ...causeIf(clientConfig !== undefined && targets.length !== 1, () =>
      requiredValue(client, 'exactly one of url or service is required'),
    ),
    ...causeIf(list.length === 0, () => requiredValue(versions)),
    ...causeIf(list.length > 0 && !list.some((version) => reviewVersions.includes(textOrEmpty(version))), () =>
      invalidValue(versions, list, `must include at least one of ${reviewVersions.join(', ')}`),
    ),
  ];
}

function nameCauses(value: JsonObject): readonly Cause[] {
  const kind = textOrEmpty(value.kind);
  const all = {
    ...value,
    singular: value.singular ?? kind.toLowerCase(),
    listKind: value.listKind ?? (kind && `${kind}List`),
  };
  const anyCase = 'may have mixed case, but should otherwise match: ';
  const texts = Object.entries({ plural: '', singular: '', kind: anyCase, listKind: anyCase });
  return [
    ...texts.flatMap(([field, words]) => {
      const text = textOrEmpty(fieldAt(all, field));
      return text === '' ? [requiredValue(field)] : labelCauses(text, field, words);
    }),
    ...causeIf(kind !== '' && kind === all.listKind, () =>
      invalidValue('listKind', kind, 'kind and listKind may not be the same'),
    ),
    ...['shortNames', 'categories'].flatMap((field) =>
      listOf(value[field]).flatMap((text, index) => labelCauses(textOrEmpty(text), `${field}[${index}]`)),
    ),
  ];
}

const prefix = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';

/** Definition → rule. */
export const definitionStructRules: Readonly<Record<string, StructRule>> = {
  [`${prefix}.CustomResourceDefinition`]: definition,
  [`${prefix}.CustomResourceDefinitionSpec`]: spec,
};
