// In: valid objects, and the responses of an API server to them in a dry run. Out: the defaults of each type of the OpenAPI
// definitions. Called by `built-in-data.ts`.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../lib/api/index.ts';
import { SchemaNode } from '../lib/built-in/schema-node.ts';
import { isJsonList } from '../lib/schema/index.ts';
import { scalarText } from '../lib/schema/json-part.ts';
import type { ControlPlane } from '../lib/testing/index.ts';
import { builtInSamples, namedSample } from './built-in-sample.ts';

/** Definition → field → value. */
type Values = Record<string, Record<string, JsonValue>>;

/** The defaults of built-in kinds. */
export interface BuiltInDefaults {
  /** The values of absent fields, which belong to the client that omits them. */
  readonly defaults: Values;
  /** The values that Go writes for absent fields, and that no client owns. */
  readonly zeros: Values;
  /** Definition → the fields that Go doesn't write, though the definition has a default for them. */
  readonly omitted: Readonly<Record<string, readonly string[]>>;
  /** Definition of a kind → the status of a new object. */
  readonly statuses: Readonly<Record<string, JsonValue>>;
  /** The definitions of the kinds whose objects have a generation. */
  readonly counted: readonly string[];
}

/** The fields that the API server sets by more than their absence; the embedded server has code for them. */
const derived: ReadonlySet<string> = new Set([
  'ServiceSpec.clusterIP',
  'ServiceSpec.clusterIPs',
  'ServiceSpec.healthCheckNodePort',
  'ServiceSpec.ipFamilies',
  'ServicePort.nodePort',
  'ServicePort.targetPort',
  'ImageVolumeSource.pullPolicy',
  'ReplicationControllerSpec.selector',
]);

/** A field of a type, over all samples in which it is absent. */
interface Observation {
  readonly values: Set<string>;
  isOwned: boolean;
  /** The default of the definition. */
  readonly published: JsonValue | undefined;
}

/** Learns defaults from a control plane. */
export async function builtInDefaults(
  controlPlane: ControlPlane,
  {
    definitions,
    kinds,
  }: { readonly definitions: Readonly<Record<string, JsonObject>>; readonly kinds: ReadonlyMap<string, string> },
  conditional: (field: string, values: readonly string[]) => void = () => undefined,
): Promise<BuiltInDefaults> {
  await controlPlane.kubectl(['create', 'serviceaccount', 'default']);
  const sent = Object.entries(builtInSamples).flatMap(([resource, samples]) =>
    Object.values(samples).map((sample) => ({ object: typedSample(resource, sample, kinds) })),
  );
  const responses = await createdInDryRun(
    controlPlane,
    sent.map(({ object }) => object),
  );
  const observed = new Map<string, Observation>();
  const statuses: Record<string, JsonValue> = {};
  const counted = new Set<string>();
  for (const [index, { object }] of sent.entries()) {
    const response = responses[index];
    if (response === undefined) throw new Error(`kubectl answered ${responses.length} of ${sent.length} objects`);
    const definition = definitionOf(object, definitions);
    const schema = SchemaNode.builtIn({ $ref: `#/components/schemas/${definition}` }, (name) => definitions[name]);
    observe(schema, { before: object, after: response, owned: ownedFields(response) }, observed);
    if (isJsonObject(response.metadata) && response.metadata.generation === 1) counted.add(definition);
    if (response.status !== undefined) statuses[definition] ??= withoutTimes(response.status);
  }
  const [defaults, zeros]: [Values, Values] = [{}, {}];
  const omitted: Record<string, string[]> = {};
  for (const [field, { values: found, isOwned, published }] of [...observed].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const [only, other] = [...found];
    const cut = field.lastIndexOf('.');
    const [definition, name] = [field.slice(0, cut), field.slice(cut + 1)];
    if (only === undefined || (only === absent && other === undefined)) {
      if (published !== undefined && !isJsonObject(published)) {
        omitted[definition] = [...(omitted[definition] ?? []), name];
      }
      continue;
    }
    const isZero = zeroTexts.has(only);
    if (other !== undefined || derived.has(field.split('.').slice(-2).join('.')) || !(isOwned || isZero)) {
      conditional(field, [...found]);
    } else {
      const values = isOwned ? defaults : zeros;
      values[definition] = { ...values[definition], [name]: JSON.parse(only) as JsonValue };
    }
  }
  return { defaults, zeros, omitted, statuses, counted: [...counted].sort() };
}

const absent = 'absent';
const zeroTexts: ReadonlySet<string> = new Set(['null', '0', '""', 'false']);

function definitionOf(object: JsonObject, definitions: Readonly<Record<string, JsonObject>>): string {
  const found = Object.entries(definitions).find(([, { 'x-kubernetes-group-version-kind': kinds }]) => {
    const [version, group = ''] = scalarText(object.apiVersion).split('/').toReversed();
    return isJsonList(kinds) && kinds.some((kind) => isSameJson(kind, { group, version, kind: object.kind ?? '' }));
  });
  return found?.[0] ?? '';
}

async function createdInDryRun(
  controlPlane: ControlPlane,
  items: readonly JsonObject[],
): Promise<readonly JsonObject[]> {
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  const args = ['create', '--dry-run=server', '--output=json', '--show-managed-fields', '--filename=-'];
  const { stdout, stderr, exitCode } = await controlPlane.kubectl(args, { input });
  if (exitCode !== 0) throw new Error(`the API server refuses a sample: ${stderr}`);
  // kubectl writes one indented document after the other.
  return JSON.parse(`[${stdout.replaceAll(/^\}\n\{/gm, '},{')}]`) as readonly JsonObject[];
}

interface Observed {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue;
  /** The part of the managed fields for the value. */
  readonly owned: JsonValue | undefined;
}

/** Records the fields that an API server added, at every level of an object. */
function observe(schema: SchemaNode, { before, after, owned }: Observed, observed: Map<string, Observation>): void {
  if (isJsonList(after)) {
    const { items } = schema;
    if (items === undefined || !isJsonList(before)) return;
    for (const [index, item] of after.slice(0, before.length).entries()) {
      observe(items, { before: before[index], after: item, owned: ownedItem(owned, item, index) }, observed);
    }
    return;
  }
  if (!isJsonObject(after)) return;
  const written = isJsonObject(before) ? before : {};
  const isWhole = isJsonObject(owned) && Object.keys(owned).length === 0;
  const names = schema.isMap ? Object.keys(after) : schema.fieldNames;
  for (const name of names) {
    const inner = schema.field(name);
    if (inner === undefined) continue;
    const isMetadata = inner.definition.endsWith('.ObjectMeta');
    const [old, value] = [written[name], after[name]];
    const isStruct = isJsonObject(inner.default);
    const isOwned = isJsonObject(owned) && (isWhole || owned[`f:${name}`] !== undefined);
    if (old === undefined && !schema.isMap && !(isStruct && value !== undefined && !isMetadata)) {
      const key = `${schema.definition}.${name}`;
      const observation = observed.get(key) ?? { values: new Set(), isOwned: false, published: inner.default };
      observation.values.add(value === undefined ? absent : JSON.stringify(value));
      observation.isOwned ||= isOwned;
      observed.set(key, observation);
    } else if (value !== undefined && !isMetadata) {
      if (isNullWhenAbsent(inner, value, isJsonObject(owned) ? owned[`f:${name}`] : undefined)) {
        observed.set(`${schema.definition}.${name}`, {
          values: new Set(['null']),
          isOwned: false,
          published: undefined,
        });
      }
      const within = isWhole ? owned : isJsonObject(owned) ? owned[`f:${name}`] : undefined;
      observe(inner, { before: old, after: value, owned: within }, observed);
    }
  }
}

/** Returns true for a list that a client owns by its items only: every object has it, be it null. */
function isNullWhenAbsent({ listType }: SchemaNode, value: JsonValue, owned: JsonValue | undefined): boolean {
  const isOwnedByItem = isJsonObject(owned) && owned['.'] === undefined;
  return isJsonList(value) && value.length > 0 && listType !== 'atomic' && isOwnedByItem;
}

function ownedFields({ metadata }: JsonObject): JsonValue | undefined {
  const entries = isJsonObject(metadata) ? metadata.managedFields : [];
  const [first] = isJsonList(entries) ? entries : [];
  return isJsonObject(first) ? first.fieldsV1 : undefined;
}

/** Returns the managed fields of an item of a list; atomic lists are owned as a whole. */
function ownedItem(owned: JsonValue | undefined, item: JsonValue, index: number): JsonValue | undefined {
  if (!isJsonObject(owned) || !isJsonObject(item)) return undefined;
  const keys = Object.keys(owned).filter((key) => key.startsWith('k:'));
  if (keys.length === 0) return {};
  return owned[keys.find((key) => matches(item, key.slice('k:'.length))) ?? keys[index] ?? ''];
}

function matches(item: JsonObject, key: string): boolean {
  const fields = JSON.parse(key) as JsonObject;
  return Object.entries(fields).every(([name, value]) => item[name] === value);
}

function withoutTimes(status: JsonValue): JsonValue {
  return JSON.parse(
    JSON.stringify(status, (name, value: unknown) => (name === 'lastPhaseTransitionTime' ? undefined : value)),
  ) as JsonValue;
}

function typedSample(resource: string, sample: JsonObject, kinds: ReadonlyMap<string, string>): JsonObject {
  const apiVersion = resource.slice(0, resource.lastIndexOf('/'));
  return { apiVersion, kind: kinds.get(resource) ?? '', ...namedSample(sample, 'default') };
}
