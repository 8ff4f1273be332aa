// In: valid objects of built-in kinds, each with one bad field. Out: an API server's errors about them, as rules of
// single fields. Called by `built-in-data.ts`.

import { isJsonObject, type JsonObject, type JsonValue } from '../lib/api/index.ts';
import { type FieldRule, type FieldRules, type LearnedCause, statedRange } from '../lib/built-in/rule/field-rule.ts';
import { type ValueForm, valueForms } from '../lib/built-in/rule/value-form.ts';
import type { SchemaNode } from '../lib/built-in/schema-node.ts';
import { isJsonList } from '../lib/schema/index.ts';
import { builtInTypes } from '../lib/testing/embedded/built-in/built-in-types.ts';
import type { ResourceType } from '../lib/testing/embedded/resource-type.ts';
import type { ConformanceRequest, ConformanceServer } from '../test/conformance/conformance-server.ts';
import { builtInSamples, namedSample } from './built-in-sample.ts';

/** A change of one field. */
type Change =
  | 'absent'
  | 'bad'
  | 'bad-item'
  | 'bad-key'
  | 'bad-value'
  | 'empty'
  | 'large'
  | 'long'
  | 'negative'
  | 'repeated';

/** One bad object. */
export interface BadObject {
  /** Such as `apps/v1/deployments`. */
  readonly resource: string;
  readonly path: string;
  readonly object: JsonObject;
  /** The definition and name of the changed field. */
  readonly definition: string;
  readonly name: string;
  readonly change: Change;
  /** The path of the changed field. */
  readonly field: string;
}

const badText = 'Not A Name!';
const longText = 'x'.repeat(64);
const large = 1_000_000;

/** An object with an absent field set to the value that Go's zero is. */
type ZeroField = Pick<BadObject, 'definition' | 'field' | 'name' | 'object' | 'path'>;

/** Returns the samples with a zero in one of the scalar fields that they lack. */
function zeroFields(namespace: string): readonly ZeroField[] {
  const found = new Map<string, ZeroField>();
  for (const { type, sample } of typedSamples(namespace)) {
    const whole = decoded(type, sample);
    const visit = (schema: SchemaNode, value: JsonValue, segments: Place['segments']) => {
      if (isJsonList(value) && schema.items !== undefined) {
        for (const [index, item] of value.entries()) visit(schema.items, item, [...segments, index]);
      }
      if (!isJsonObject(value) || schema.isMap || schema.definition.endsWith('.ObjectMeta')) return;
      for (const name of schema.fieldNames) {
        const [inner, field, place] = [schema.field(name), value[name], [...segments, name]];
        const zero = inner === undefined ? undefined : zeroOf(inner);
        if (inner !== undefined && field !== undefined) visit(inner, field, place);
        if (field !== undefined || zero === undefined) continue;
        const { definition } = schema;
        const [object, path] = [withValue(whole, place, zero), collectionPath(type, namespace)];
        found.set(`${definition} ${name}`, { definition, name, object, path, field: fieldPath(place) });
      }
    };
    visit(type.schema, whole, []);
  }
  return [...found.values()];
}

function zeroOf({ type, definition, raw }: SchemaNode): JsonValue | undefined {
  if (definition !== '' || raw.format === 'byte') return undefined;
  if (type === 'boolean') return false;
  return type === 'integer' ? 0 : type === 'string' ? '' : undefined;
}

/** The number of samples in which one change of a field is tried. */
const most = 3;

/** Returns the samples with one bad field each. */
export function badObjects(namespace: string): readonly BadObject[] {
  const counts = new Map<string, number>();
  return typedSamples(namespace).flatMap(({ type, sample, resource }) =>
    changesOf(type, sample).flatMap(({ place, change, value }) => {
      const { definition, name, segments } = place;
      const key = `${definition}.${name} ${change}`;
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      if (count >= most) return [];
      const object = withValue(decoded(type, sample), segments, value);
      const path = collectionPath(type, namespace);
      return [{ resource, path, object, definition, name, change, field: fieldPath(segments) }];
    }),
  );
}

function typedSamples(namespace: string) {
  const types = builtInTypes();
  return Object.entries(builtInSamples).flatMap(([resource, samples]) => {
    const [plural, version, group = ''] = resource.split('/').toReversed();
    const type = types.find((each) => each.group === group && each.version === version && each.plural === plural);
    if (type === undefined) throw new Error(`there is no ${resource}`);
    return Object.values(samples).map((sample) => ({ resource, type, sample: namedSample(sample, namespace) }));
  });
}

function collectionPath({ group, version, isNamespaced, plural }: ResourceType, namespace: string): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${root}${isNamespaced ? `/namespaces/${namespace}` : ''}/${plural}?dryRun=All`;
}

/** Samples have their defaults, so that these fields are changed, too. */
function decoded(type: ResourceType, sample: JsonObject): JsonObject {
  const { status: _, ...object } = type.strategy.decoded({
    apiVersion: type.apiVersion,
    kind: type.kind,
    ...sample,
  }).object;
  return object;
}

/** Returns the fields that a valid sample lacks, as `definition name`. */
function optionalFields(namespace: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (schema: SchemaNode, value: JsonValue) => {
    if (isJsonList(value)) for (const item of value) if (schema.items !== undefined) visit(schema.items, item);
    if (!isJsonObject(value) || schema.isMap) return;
    for (const name of schema.fieldNames) {
      const [inner, field] = [schema.field(name), value[name]];
      if (field === undefined) found.add(`${schema.definition} ${name}`);
      else if (inner !== undefined) visit(inner, field);
    }
  };
  for (const { type, sample } of typedSamples(namespace)) visit(type.schema, decoded(type, sample));
  return found;
}

interface Place {
  readonly definition: string;
  readonly name: string;
  readonly segments: readonly (number | string)[];
}

interface Changed {
  readonly place: Place;
  readonly change: Change;
  readonly value: JsonValue | undefined;
}

function changesOf(type: ResourceType, sample: JsonObject): readonly Changed[] {
  const found: Changed[] = [];
  walk(type.schema, decoded(type, sample), [], found);
  return found;
}

function walk(schema: SchemaNode, value: JsonValue, segments: Place['segments'], found: Changed[]): void {
  if (isJsonList(value)) {
    for (const [index, item] of value.entries()) {
      if (schema.items !== undefined) walk(schema.items, item, [...segments, index], found);
    }
  }
  if (!isJsonObject(value) || schema.isMap || schema.definition.endsWith('.ObjectMeta')) return;
  for (const [name, field] of Object.entries(value)) {
    const inner = schema.field(name);
    const isOfKind = segments.length === 0 && (name === 'apiVersion' || name === 'kind' || name === 'metadata');
    if (inner === undefined || isOfKind) continue;
    const place = { definition: schema.definition, name, segments: [...segments, name] };
    for (const [change, changed] of Object.entries(changedValues(inner, field))) {
      found.push({ place, change: change as Change, value: changed });
    }
    walk(inner, field, place.segments, found);
  }
}

function changedValues(schema: SchemaNode, value: JsonValue): Partial<Record<Change, JsonValue | undefined>> {
  const { type, definition } = schema;
  if (definition.endsWith('.IntOrString')) return { absent: undefined, bad: badText, negative: -1 };
  if (definition.endsWith('.Quantity')) return { absent: undefined, negative: '-1' };
  if (type === 'string') {
    const isFree = schema.raw.format === undefined;
    return { absent: undefined, ...(isFree && { empty: '', bad: badText, long: longText }) };
  }
  if (type === 'boolean') return { absent: undefined, empty: false };
  if (type === 'integer') return { absent: undefined, empty: 0, negative: -1, large };
  if (isJsonList(value) && value.length > 0) {
    const [first = null] = value;
    const bad = typeof first === 'string' ? { 'bad-item': [badText] } : {};
    return { absent: undefined, empty: [], repeated: [...value, first], ...bad };
  }
  if (isJsonObject(value) && schema.isMap && schema.field('')?.type === 'string') {
    return { absent: undefined, 'bad-key': { [badText]: 'x' }, 'bad-value': { a: badText } };
  }
  return { absent: undefined };
}

function withValue(value: JsonObject, [first, ...rest]: Place['segments'], changed: JsonValue | undefined): JsonObject {
  const copy = structuredClone(value) as Record<string, JsonValue>;
  let inner = copy;
  const path = [first ?? '', ...rest];
  for (const segment of path.slice(0, -1)) inner = inner[segment] as Record<string, JsonValue>;
  const last = path.at(-1) ?? '';
  if (changed === undefined) Reflect.deleteProperty(inner, last);
  else inner[last] = changed;
  return copy;
}

function fieldPath(segments: Place['segments']): string {
  return segments.reduce<string>(
    (path, segment) =>
      typeof segment === 'number' ? `${path}[${segment}]` : path === '' ? segment : `${path}.${segment}`,
    '',
  );
}

/** Returns the texts of the last item of a changed list. */
function keysOf({ object, field }: BadObject): [string, JsonValue][] {
  const list = valueAtField(object, field);
  const last = isJsonList(list) ? list.at(-1) : undefined;
  return isJsonObject(last) ? Object.entries(last).filter(([, value]) => typeof value === 'string') : [];
}

/** Fields that are validated only where another field has a certain value, which no sample shows. */
const ruledInCode: ReadonlySet<string> = new Set(['io.k8s.api.core.v1.ServiceSpec externalName']);

/** The number of requests at once. */
const parallel = 12;

/** Learns rules from a server. */
export async function builtInRules(server: ConformanceServer, namespace: string): Promise<FieldRules> {
  const responses = new Map<string, Map<Change, Set<string>>>();
  const keyFields = new Map<string, { readonly name: string; readonly value: JsonValue }>();
  const emptied = new Map<string, boolean>();
  const rest = [...badObjects(namespace)];
  const work = async () => {
    for (let bad = rest.pop(); bad !== undefined; bad = rest.pop()) {
      const { body } = await server.send(request(bad));
      const causes = causesOf(body, bad.field);
      if (bad.change === 'empty' && causes.length === 0) {
        const kept = valueAtField(body, bad.field);
        const isAbsent =
          kept === undefined ||
          (kept !== '' && kept !== 0 && kept !== false && !isJsonList(kept) && !isJsonObject(kept));
        emptied.set(`${bad.definition} ${bad.name}`, isAbsent && isAccepted(body));
      }
      const [key] = bad.change === 'repeated' ? keysOf(bad) : [];
      if (key !== undefined) keyFields.set(`${bad.definition} ${bad.name}`, { name: key[0], value: key[1] });
      const changes = responses.get(`${bad.definition} ${bad.name}`) ?? new Map<Change, Set<string>>();
      responses.set(`${bad.definition} ${bad.name}`, changes);
      changes.set(bad.change, (changes.get(bad.change) ?? new Set()).add(JSON.stringify(causes)));
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  const zeros = [...zeroFields(namespace)];
  const tryZeros = async () => {
    for (let zero = zeros.pop(); zero !== undefined; zero = zeros.pop()) {
      const { body } = await server.send(request(zero));
      const key = `${zero.definition} ${zero.name}`;
      if (isAccepted(body) && valueAtField(body, zero.field) === undefined) emptied.set(key, true);
      if (!responses.has(key)) responses.set(key, new Map());
    }
  };
  await Promise.all(Array.from({ length: parallel }, tryZeros));
  const optional = optionalFields(namespace);
  const rules: Record<string, Record<string, FieldRule>> = {};
  for (const [field, changes] of [...responses].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (ruledInCode.has(field)) continue;
    const [definition = '', name = ''] = field.split(' ');
    const facts = { isOptional: optional.has(field), keyField: keyFields.get(field) };
    const isAbsent = emptied.get(field) === true;
    const rule = { ...ruleOf(changes, facts), ...(isAbsent && { isEmptyAbsent: true }) };
    if (Object.keys(rule).length > 0) rules[definition] = { ...rules[definition], [name]: rule };
  }
  return rules;
}

/** A cause with the path relative to the changed field. */
type RelativeCause = readonly [path: string, reason: string, message: string];

function request({ path, object }: Pick<BadObject, 'object' | 'path'>): ConformanceRequest {
  const type = 'application/json';
  return { method: 'POST', path, body: JSON.stringify(object), contentType: type, accept: type };
}

function isAccepted(body: JsonValue): boolean {
  return isJsonObject(body) && body.kind !== 'Status';
}

function valueAtField(object: JsonValue, field: string): JsonValue | undefined {
  return field
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<JsonValue | undefined>((value, name) => (value as Record<string, JsonValue> | undefined)?.[name], object);
}

function causesOf(body: JsonValue, field: string): RelativeCause[] {
  const details = isJsonObject(body) && isJsonObject(body.details) ? body.details : {};
  const causes = isJsonList(details.causes) ? details.causes.filter(isJsonObject) : [];
  const own = causes.flatMap((cause): RelativeCause[] => {
    const { field: at, reason, message } = cause as Readonly<Record<string, string>>;
    // The index of a repeated item depends on the sample.
    const relative =
      at?.startsWith(field) === true ? at.slice(field.length).replace(/^\[[1-9]\d*\]/, '[…]') : undefined;
    return relative === undefined ? [] : [[relative, reason ?? '', message ?? '']];
  });
  return [...new Set(own.map((cause) => JSON.stringify(cause)))]
    .sort()
    .map((text) => JSON.parse(text) as RelativeCause);
}

/** The properties of a field that samples show. */
interface FieldFacts {
  readonly isOptional: boolean;
  /** The first text of the last item of a list. */
  readonly keyField: { readonly name: string; readonly value: JsonValue } | undefined;
}

/** Returns the rule that explains the responses; responses that differ between samples are left to rules in code. */
function ruleOf(changes: ReadonlyMap<Change, ReadonlySet<string>>, { isOptional, keyField }: FieldFacts): FieldRule {
  const of = (change: Change): readonly RelativeCause[] => {
    const [only, other] = [...(changes.get(change) ?? [])];
    return only === undefined || other !== undefined ? [] : (JSON.parse(only) as RelativeCause[]);
  };
  const own = (change: Change): readonly LearnedCause[] =>
    of(change).flatMap(([path, reason, message]) => (path === '' ? [[reason, message] as const] : []));
  const choices = choicesOf(own('bad'));
  const form = formOf(own('bad'), changes.has('long') ? own('long') : undefined);
  const numbers = [...own('negative'), ...own('empty'), ...own('large')].filter(
    ([reason]) => reason === 'FieldValueInvalid',
  );
  const range = [...new Set(numbers.map(detail))].filter((text) => statedRange(text) !== undefined);
  const [absent, empty] = [own('absent'), own('empty').filter((cause) => !range.includes(detail(cause)))];
  // A field without which another sample is accepted is demanded by the value of another field only.
  const isConditional = isOptional && absent.length > 0;
  const isEmptyLikeAbsent = isConditional && JSON.stringify(empty) === JSON.stringify(absent);
  const isZeroValid = range.length > 0 && changes.get('empty')?.size === 1 && of('empty').length === 0;
  const text = choices === undefined && form === undefined ? commonText(own('bad'), own('long')) : undefined;
  const isAtList = of('bad-item').every(([path]) => path === '');
  const itemCauses = of('bad-item').flatMap(([path, ...cause]) => (path === (isAtList ? '' : '[0]') ? [cause] : []));
  const itemChoices = choicesOf(itemCauses);
  const itemForm = formOf(itemCauses, undefined);
  const unique = of('repeated').flatMap(([path, reason, message]) => {
    const field = path.replace(/^\[…\]\.?/, '');
    // The cause of an item may show its key.
    const isKey =
      field === '' && keyField !== undefined && message === `Duplicate value: ${JSON.stringify(keyField.value)}`;
    return reason === 'FieldValueDuplicate' && /^\w*$/.test(field)
      ? [isKey ? ({ field: keyField.name, at: 'item' } as const) : ({ field, at: 'field' } as const)]
      : [];
  })[0];
  const entry = (change: Change, key: string) => {
    const [[path, ...cause] = ['']] = of(change);
    const [reason, message] = cause;
    const found = reason === undefined || message === undefined ? undefined : formOf([[reason, message]], undefined);
    return found === undefined ? undefined : ({ form: found, at: path === `[${key}]` ? 'entry' : 'map' } as const);
  };
  const [keys, values] = [entry('bad-key', badText), entry('bad-value', 'a')];
  return {
    ...(absent.length > 0 && !isConditional && { absent }),
    ...(((empty.length > 0 && !isEmptyLikeAbsent) || isZeroValid) && { empty }),
    ...(text !== undefined && { text }),
    ...(choices !== undefined && { choices }),
    ...(form !== undefined && { form }),
    ...(range.length > 0 && { range }),
    ...(itemChoices !== undefined && { items: { choices: itemChoices }, ...(isAtList && { isItemAtList: true }) }),
    ...(itemForm !== undefined && { items: { form: itemForm } }),
    ...(unique !== undefined && { unique }),
    ...(keys !== undefined && { keys }),
    ...(values !== undefined && { values }),
  };
}

/** Returns the words of a cause without the value. */
function detail([, message]: LearnedCause): string {
  return message.replace(/^Invalid value: (?:"[^"]*"|-?\d+): /, '');
}

/** Returns the words for all values outside the choices that the schema publishes. */
function commonText(bad: readonly LearnedCause[], long: readonly LearnedCause[]): string | undefined {
  const [texts, others] = [bad.map(detail), long.map(detail)];
  const isPlain = texts.length === 1 && texts[0] === others[0] && bad[0]?.[0] === 'FieldValueInvalid';
  return isPlain ? texts[0] : undefined;
}

function choicesOf(causes: readonly LearnedCause[]): readonly string[] | undefined {
  const [only] = causes;
  const list = only?.[1].split(': supported values: ')[1];
  return list === undefined || causes.length > 1 ? undefined : (JSON.parse(`[${list}]`) as string[]);
}

/** Returns the form whose faults are the given causes. */
function formOf(bad: readonly LearnedCause[], long: readonly LearnedCause[] | undefined): ValueForm | undefined {
  if (bad.length === 0) return undefined;
  const isSame = (form: ValueForm, text: string, causes: readonly LearnedCause[]) =>
    JSON.stringify([...valueForms[form](text)].sort()) === JSON.stringify(causes.map(detail).sort());
  const names = Object.keys(valueForms) as ValueForm[];
  return names.find((name) => isSame(name, badText, bad) && (long === undefined || isSame(name, longText, long)));
}
