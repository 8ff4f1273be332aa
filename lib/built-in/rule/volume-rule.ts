import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldsAt, isJsonList, listOf, quantityBillionths, scalarText, textOrEmpty } from '../../schema/index.ts';
import { type Cause, causesAt, forbiddenField, invalidValue, requiredValue, unsupportedValue } from '../field-cause.ts';
import { containerResourceCauses, environmentSource, podFieldCauses } from './pod-field.ts';
import { allRules, exactlyOne, itemsOf, presentFieldNames, repetitionTest, type StructRule } from './struct-rule.ts';

const podSources = [
  'emptyDir hostPath secret configMap persistentVolumeClaim projected downwardAPI csi ephemeral nfs iscsi image',
  'awsElasticBlockStore azureDisk azureFile cephfs cinder fc flexVolume flocker gcePersistentDisk gitRepo glusterfs',
  'photonPersistentDisk portworxVolume quobyte rbd scaleIO storageos vsphereVolume',
].flatMap((names) => names.split(' '));

const severalSources = 'may not specify more than 1 volume type';

function* volume(value: JsonObject): Iterable<Cause> {
  for (const name of presentFieldNames(value, podSources).slice(1)) yield forbiddenField(name, severalSources);
}

/** Paths of the node have no parent directories in them. */
const hostPath: StructRule = ({ path }) =>
  textOrEmpty(path).split('/').includes('..') ? [invalidValue('path', path, "must not contain '..'")] : [];

function amountOf(quantity: JsonValue | undefined): bigint {
  return quantityBillionths(scalarText(quantity)) ?? 0n;
}

function* emptyDir({ sizeLimit }: JsonObject): Iterable<Cause> {
  if (amountOf(sizeLimit) < 0n) yield forbiddenField('sizeLimit', 'SizeLimit field must be a valid resource quantity');
}

function* persistentVolume(spec: JsonObject): Iterable<Cause> {
  const [first, ...others] = presentFieldNames(spec, [...podSources, 'local']);
  const capacity = fieldsAt(spec, 'capacity');
  if (first === undefined) yield requiredValue('', 'must specify a volume type');
  for (const name of others) yield forbiddenField(name, severalSources);
  if (spec.local !== undefined && spec.nodeAffinity === undefined)
    yield requiredValue('nodeAffinity', 'Local volume requires node affinity');
  if (spec.capacity !== undefined && capacity.storage === undefined)
    yield unsupportedValue('capacity', capacity, ['storage']);
}

function* claim(spec: JsonObject): Iterable<Cause> {
  const field = 'resources[storage]';
  const { storage } = fieldsAt(spec, 'resources.requests');
  if (storage === undefined) yield requiredValue(field);
  else if (amountOf(storage) <= 0n) yield invalidValue(field, storage, 'must be greater than zero');
}

/** Names that begin with two dots are those of the kubelet. */
function* filePathCauses(path: JsonValue | undefined, field: string): Iterable<Cause> {
  const text = textOrEmpty(path);
  yield* volumePathCauses(text, field);
  if (text.startsWith('..') && !text.startsWith('../')) yield invalidValue(field, text, "must not start with '..'");
}

/** Mounts have at most one path in their volume. */
function* volumeMount({ subPath = '', subPathExpr = '' }: JsonObject): Iterable<Cause> {
  if (subPath !== '' && subPathExpr !== '')
    yield invalidValue('subPathExpr', subPathExpr, 'subPathExpr and subPath are mutually exclusive');
}

function* keyToPath({ path, mode }: JsonObject): Iterable<Cause> {
  yield* filePathCauses(path, 'path');
  if (typeof mode === 'number' && (mode < 0 || mode > 0o777))
    yield invalidValue('mode', mode, 'must be a number between 0 and 0777 (octal), both inclusive');
}

/** Returns a rule for the fields that are paths in a volume. */
function filePaths(...fields: readonly string[]): StructRule {
  return function* pathCauses(source) {
    for (const field of fields) yield* filePathCauses(source[field], field);
  };
}

/** Files of the downward API have one source, and a path of their own. */
function* downwardFiles(value: JsonObject): Iterable<Cause> {
  for (const [item] of itemsOf(fieldsAt(value, 'downwardAPI'), 'items'))
    yield* causesAt('downwardAPI', downwardFileCauses(item));
}

function* downwardFileCauses(item: JsonObject): Iterable<Cause> {
  const { fieldRef, resourceFieldRef, path = '' } = item;
  const { length } = presentFieldNames(item, ['fieldRef', 'resourceFieldRef']);
  if (length === 0) yield requiredValue('', 'one of fieldRef and resourceFieldRef is required');
  if (length > 1)
    yield invalidValue('', 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously');
  if (path === '') yield requiredValue('path');
  yield* keyToPath(item);
  if (isJsonObject(fieldRef)) yield* causesAt('fieldRef', podFieldCauses(fieldRef, 'volume'));
  if (isJsonObject(resourceFieldRef))
    yield* causesAt('resourceFieldRef', containerResourceCauses(resourceFieldRef, 'volume'));
}

const certificatePaths = ['credentialBundlePath', 'keyPath', 'certificateChainPath'];

/** The files of a projected volume have paths of their own, except for tokens. Causes show the name of their source. */
function* projected(value: JsonObject): Iterable<Cause> {
  const isRepeated = repetitionTest();
  for (const [source] of itemsOf(value, 'sources')) {
    const token = source.serviceAccountToken;
    if (isJsonObject(token)) {
      if (textOrEmpty(token.path) === '') yield requiredValue('path');
      else yield* filePathCauses(token.path, 'path');
    }
    const files = ['secret', 'configMap', 'downwardAPI'].flatMap((field) => {
      const { name, ...content } = fieldsAt(source, field);
      return itemsOf(content, 'items').map(([item]) => [item.path, name] as const);
    });
    const others = [
      fieldsAt(source, 'clusterTrustBundle').path,
      ...certificatePaths.map((field) => fieldsAt(source, 'podCertificate')[field]),
    ].map((path) => [path, undefined] as const);
    for (const [path, name] of [...files, ...others]) {
      const text = textOrEmpty(path);
      if (text !== '' && isRepeated(text)) yield invalidValue('', name ?? text, 'conflicting duplicate paths');
    }
  }
}

function* accessModes({ accessModes: modes }: JsonObject): Iterable<Cause> {
  if (isJsonList(modes) && modes.includes('ReadWriteOncePod') && modes.length > 1)
    yield forbiddenField('accessModes', 'may not use ReadWriteOncePod with other access modes');
}

function* fibreChannel(source: JsonObject): Iterable<Cause> {
  const field = 'targetWWNs';
  const [names, ids] = [listOf(source.targetWWNs), listOf(source.wwids)];
  if (names.length + ids.length === 0)
    yield requiredValue(field, 'must specify either targetWWNs or wwids, but not both');
  if (names.length > 0 && ids.length > 0)
    yield invalidValue(field, names, 'targetWWNs and wwids can not be specified simultaneously');
  if (names.length > 0 && source.lun === undefined)
    yield requiredValue('lun', 'lun is required if targetWWNs is specified');
}

/** Definition → rule. */
export const volumeStructRules: Readonly<Record<string, StructRule>> = {
  'core.v1.ClusterTrustBundleProjection': filePaths('path'),
  'core.v1.EmptyDirVolumeSource': emptyDir,
  'core.v1.EnvVarSource': environmentSource,
  'core.v1.FCVolumeSource': fibreChannel,
  'core.v1.HostPathVolumeSource': hostPath,
  'core.v1.KeyToPath': keyToPath,
  'core.v1.PersistentVolumeClaimSpec': allRules(claim, accessModes),
  'core.v1.PersistentVolumeSpec': allRules(persistentVolume, accessModes),
  'core.v1.PodCertificateProjection': filePaths(...certificatePaths),
  'core.v1.ProjectedVolumeSource': projected,
  'core.v1.Volume': allRules(volume, downwardFiles),
  'core.v1.VolumeProjection': downwardFiles,
  'core.v1.VolumeMount': volumeMount,
  'storage.v1.VolumeAttachmentSource': exactlyOne(
    ['persistentVolumeName', 'inlineVolumeSpec'],
    'must specify exactly one of inlineVolumeSpec and persistentVolumeName',
  ),
};

/** Returns the causes of a path in a volume, which doesn't leave the volume's directory. */
export function* volumePathCauses(text: string, field: string): Iterable<Cause> {
  if (text.startsWith('/')) yield invalidValue(field, text, 'must be a relative path');
  if (text.split('/').includes('..')) yield invalidValue(field, text, "must not contain '..'");
}
