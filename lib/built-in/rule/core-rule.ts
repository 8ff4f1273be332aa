import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { fieldAt, fieldsAt, numberAt, scalarText, textAt, textOrEmpty, valueAt } from '../../schema/index.ts';
import { type Cause, forbiddenField, invalidValue, requiredValue, tooLong } from '../field-cause.ts';
import { jsonSyntaxFault } from '../go/json-syntax-fault.ts';
import { unmarshalFault } from '../go/unmarshal-fault.ts';
import { annotationsOf, metadataText } from '../unvalidated-object.ts';
import { allRules, exactlyOne, type StructRule } from './struct-rule.ts';

/** The size of all values of a ConfigMap or a Secret together, in bytes. */
const dataLimit = 1_048_576;

/** Returns a rule for the size of values. @param encodings - the fields with values. @param place - the field of causes */
function dataSize(encodings: Readonly<Record<string, 'base64' | 'utf8'>>, place: string): StructRule {
  return function* dataSizeCauses(object) {
    let size = 0;
    for (const [field, encoding] of Object.entries(encodings))
      for (const value of Object.values(fieldsAt(object, field)))
        size += Buffer.byteLength(textOrEmpty(value), encoding);
    if (size > dataLimit) yield tooLong(place, dataLimit);
  };
}

const secretKeys: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
};

/** Secrets of known types have keys. */
const secretType: StructRule = ({ type, data }) => {
  const keys = secretKeys[textOrEmpty(type)] ?? [];
  const missing = (key: string) => valueAt(data, [key]) === undefined;
  if (type === 'kubernetes.io/basic-auth' && missing('username') && missing('password')) {
    return [requiredValue('data[username]'), requiredValue('data[password]')];
  }
  return keys.filter(missing).map((key) => requiredValue(`data[${key}]`));
};

/** Tokens belong to an account, whose name is an annotation. */
function* tokenAccount(object: JsonObject): Iterable<Cause> {
  const name = 'kubernetes.io/service-account.name';
  const isNamed = textOrEmpty(annotationsOf(object)[name]) !== '';
  if (object.type === 'kubernetes.io/service-account-token' && !isNamed)
    yield requiredValue(`metadata.annotations[${name}]`);
}

/** Clients that pull images read the credentials as JSON. */
function* pullCredentials({ type, data }: JsonObject): Iterable<Cause> {
  for (const key of ['.dockercfg', '.dockerconfigjson']) {
    const encoded = valueAt(data, [key]);
    if (secretKeys[textOrEmpty(type)]?.includes(key) !== true || typeof encoded !== 'string') continue;
    const fault = objectFault(Buffer.from(encoded, 'base64').toString());
    if (fault !== undefined) yield invalidValue(`data[${key}]`, '<secret contents redacted>', fault);
  }
}

function objectFault(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) || value === null ? undefined : unmarshalFault(value, 'map[string]interface {}');
  } catch (error) {
    if (error instanceof SyntaxError) return jsonSyntaxFault(text);
    throw error;
  }
}

/** A key is either in the data of a ConfigMap or in its binary data. */
const uniqueKeys: StructRule = (object) =>
  Object.keys(fieldsAt(object, 'data'))
    .filter((key) => Object.hasOwn(fieldsAt(object, 'binaryData'), key))
    .map((key) => invalidValue(`data[${key}]`, key, 'duplicate of key present in binaryData'));

/** Events are in the namespace of their object; those of cluster-wide objects are in two namespaces. */
function event(field: string): StructRule {
  return function* eventCauses(value) {
    const namespace = textAt(value, 'metadata.namespace');
    const written = scalarText(valueAt(value, [field, 'namespace']));
    const isPlaced =
      written === ''
        ? namespace === 'default' || namespace === 'kube-system'
        : written === namespace || field === 'regarding';
    if (!isPlaced) yield invalidValue('involvedObject.namespace', written, 'does not match event.namespace');
  };
}

const largestPriority = 1_000_000_000;

/** The classes of the system have the names that begin so, and larger priorities. */
function* priorityClass(object: JsonObject): Iterable<Cause> {
  const name = metadataText(object, 'name');
  if (systemPriorities[name] !== undefined) return;
  const text = `priority class names with 'system-' prefix are reserved for system use only. error: ${name} is not a known system priority class`;
  if (name.startsWith('system-')) yield forbiddenField('metadata.name', text);
  if ((numberAt(object, 'value') ?? 0) > largestPriority)
    yield forbiddenField('value', `maximum allowed value of a user defined priority is ${largestPriority}`);
}

function* limitRangeItem({ type, min, max }: JsonObject): Iterable<Cause> {
  const isBounded = [min, max].some((each) => fieldAt(each, 'storage') !== undefined);
  if (type === 'PersistentVolumeClaim' && !isBounded)
    yield requiredValue('limits', 'either minimum or maximum storage value is required, but neither was provided');
}

/** Definition → rule. */
export const coreRules: Readonly<Record<string, StructRule>> = {
  'core.v1.ConfigMap': allRules(uniqueKeys, dataSize({ data: 'utf8', binaryData: 'base64' }, '')),
  'core.v1.Secret': allRules(secretType, tokenAccount, pullCredentials, dataSize({ data: 'base64' }, 'data')),
  'core.v1.Event': event('involvedObject'),
  'core.v1.LimitRangeItem': limitRangeItem,
  'events.v1.Event': event('regarding'),
  'resource.v1.DeviceRequest': exactlyOne(
    ['exactly', 'firstAvailable'],
    'exactly one of `exactly` or `firstAvailable` is required',
  ),
  'scheduling.v1.PriorityClass': priorityClass,
};

/** Name of a priority class → its priority, and the pods that it is for. */
export const systemPriorities: Readonly<Record<string, readonly [number, string]>> = {
  'system-cluster-critical': [
    2_000_000_000,
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ],
  'system-node-critical': [
    2_000_001_000,
    'Used for system critical pods that must not be moved from their current node.',
  ],
};
