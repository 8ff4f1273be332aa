import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldsAt, isJsonList, listOf, quantityBillionths, scalarText, textOrEmpty } from '../../schema/index.ts';
import { type Cause, forbiddenField, invalidValue, requiredValue, unsupportedValue } from '../field-cause.ts';
import { fieldSelector, innerPathCauses } from './container-rule.ts';
import { allRules, causeIf, causesAt, itemsOf, repetitionTest, type StructRule, setFields } from './struct-rule.ts';

const podSources = [
  'emptyDir hostPath secret configMap persistentVolumeClaim projected downwardAPI csi ephemeral nfs iscsi image',
  'awsElasticBlockStore azureDisk azureFile cephfs cinder fc flexVolume flocker gcePersistentDisk gitRepo glusterfs',
  'photonPersistentDisk portworxVolume quobyte rbd scaleIO storageos vsphereVolume',
].flatMap((names) => names.split(' '));

const volume: StructRule = (value) =>
  setFields(value, podSources)
    .slice(1)
    .map((name) => forbiddenField(name, 'may not specify more than 1 volume type'));

const emptyDir: StructRule = ({ sizeLimit }) =>
  causeIf((quantityBillionths(scalarText(sizeLimit)) ?? 0n) < 0n, () =>
    forbiddenField('sizeLimit', 'SizeLimit field must be a valid resource quantity'),
  );

const persistentVolume: StructRule = (spec) => {
  const [first, ...others] = setFields(spec, [...podSources, 'local']);
  const capacity = fieldsAt(spec, 'capacity');
  return [
    ...causeIf(first === undefined, () => requiredValue('', 'must specify a volume type')),
    ...others.map((name) => forbiddenField(name, 'may not specify more than 1 volume type')),
    ...causeIf(spec.local !== undefined && spec.nodeAffinity === undefined, () =>
      requiredValue('nodeAffinity', 'Local volume requires node affinity'),
    ),
    ...causeIf(spec.capacity !== undefined && capacity.storage === undefined, () =>
      unsupportedValue('capacity', capacity, ['storage']),
    ),
  ];
};

const claim: StructRule = (spec) => {
  const field = 'resources[storage]';
  const storage = fieldsAt(spec, 'resources.requests').storage;
  return [
    ...causeIf(storage === undefined, () => requiredValue(field)),
    ...causeIf(storage !== undefined && (quantityBillionths(scalarText(storage)) ?? 0n) <= 0n, () =>
      invalidValue(field, storage, 'must be greater than zero'),
    ),
  ];
};

/** Names that begin with two dots are those of the kubelet. */
function filePathCauses(path: JsonValue | undefined, field: string): readonly Cause[] {
  const text = textOrEmpty(path);
  return [
    ...innerPathCauses(text, field),
    ...causeIf(text.startsWith('..') && !text.startsWith('../'), () =>
      invalidValue(field, text, "must not start with '..'"),
    ),
  ];
}

function fileModeCauses(mode: JsonValue | undefined, field: string): readonly Cause[] {
  return causeIf(typeof mode === 'number' && (mode < 0 || mode > 0o777), () =>
    invalidValue(field, mode, 'must be a number between 0 and 0777 (octal), both inclusive'),
  );
}

/** Mounts have at most one path in their volume. */
const volumeMount: StructRule = ({ subPath = '', subPathExpr = '' }) =>
  causeIf(subPath !== '' && subPathExpr !== '', () =>
    invalidValue('subPathExpr', subPathExpr, 'subPathExpr and subPath are mutually exclusive'),
  );

const keyToPath: StructRule = (item) => [...filePathCauses(item.path, 'path'), ...fileModeCauses(item.mode, 'mode')];

/** Returns a rule for the fields that are paths in a volume. */
function filePaths(...fields: readonly string[]): StructRule {
  return (source) => fields.flatMap((field) => filePathCauses(source[field], field));
}

/** Files of the downward API have one source, and a path of their own. */
function downward(field: string): StructRule {
  return (value) => {
    return itemsOf(fieldsAt(value, field), 'items').flatMap(([item]) => causesAt(field, downwardFileCauses(item)));
  };
}

function downwardFileCauses(item: JsonObject): readonly Cause[] {
  const { fieldRef, resourceFieldRef } = item;
  const set = setFields(item, ['fieldRef', 'resourceFieldRef']);
  return [
    ...causeIf(set.length === 0, () => requiredValue('', 'one of fieldRef and resourceFieldRef is required')),
    ...causeIf(set.length > 1, () =>
      invalidValue('', 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'),
    ),
    ...causeIf(item.path === undefined || item.path === '', () => requiredValue('path')),
    ...keyToPath(item),
    ...(isJsonObject(fieldRef) ? causesAt('fieldRef', fieldSelector(fieldRef, 'volume')) : []),
    ...(isJsonObject(resourceFieldRef) ? causesAt('resourceFieldRef', resourceCauses(resourceFieldRef)) : []),
  ];
}

const readable = ['cpu', 'ephemeral-storage', 'memory']
  .flatMap((name) => [`limits.${name}`, `requests.${name}`])
  .sort();

/** Volumes name the container whose resources they show. */
function resourceCauses(selector: JsonObject): readonly Cause[] {
  const { containerName = '' } = selector;
  return [
    ...causeIf(containerName === '', () => requiredValue('containerName')),
    ...resourceNameCauses(selector),
    ...divisorCauses(selector),
  ];
}

function resourceNameCauses({ resource = '' }: JsonObject): readonly Cause[] {
  if (resource === '') return [requiredValue('resource')];
  return causeIf(typeof resource === 'string' && !readable.includes(resource) && !resource.includes('hugepages-'), () =>
    unsupportedValue('resource', resource, readable),
  );
}

function divisorCauses({ resource, divisor }: JsonObject): readonly Cause[] {
  const isCpu = typeof resource === 'string' && resource.endsWith('.cpu');
  const isKnown = ['0', '1', '1m', undefined].includes(divisor === undefined ? undefined : scalarText(divisor));
  return causeIf(isCpu && !isKnown, () =>
    invalidValue('divisor', resource, "only divisor's values 1m and 1 are supported with the cpu resource"),
  );
}

const environmentSource: StructRule = ({ fieldRef, resourceFieldRef }) => {
  if (isJsonObject(fieldRef)) return causesAt('fieldRef', fieldSelector(fieldRef, 'container'));
  if (!isJsonObject(resourceFieldRef)) return [];
  return causesAt('resourceFieldRef', [...resourceNameCauses(resourceFieldRef), ...divisorCauses(resourceFieldRef)]);
};

const certificatePaths = ['credentialBundlePath', 'keyPath', 'certificateChainPath'];

/** The files of a projected volume have paths of their own, except for tokens. Causes show the name of their source. */
const projected: StructRule = (value) => {
  const isRepeated = repetitionTest();
  return itemsOf(value, 'sources').flatMap(([source]) => {
    const token = source.serviceAccountToken;
    const files = ['secret', 'configMap', 'downwardAPI'].flatMap((field) => {
      const { name } = fieldsAt(source, field);
      return itemsOf(fieldsAt(source, field), 'items').map(([item]) => [textOrEmpty(item.path), name] as const);
    });
    const others = [
      fieldsAt(source, 'clusterTrustBundle').path,
      ...certificatePaths.map((field) => fieldsAt(source, 'podCertificate')[field]),
    ].map((text) => [textOrEmpty(text), undefined] as const);
    return [
      ...(isJsonObject(token) ? tokenPathCauses(token, 'path') : []),
      ...[...files, ...others].flatMap(([text, name = text]) =>
        causeIf(text !== '' && isRepeated(text), () => invalidValue('', name, 'conflicting duplicate paths')),
      ),
    ];
  });
};

function tokenPathCauses({ path }: JsonObject, field: string): readonly Cause[] {
  return textOrEmpty(path) === '' ? [requiredValue(field)] : filePathCauses(path, field);
}

const accessModes: StructRule = ({ accessModes: modes }) =>
  causeIf(isJsonList(modes) && modes.includes('ReadWriteOncePod') && modes.length > 1, () =>
    forbiddenField('accessModes', 'may not use ReadWriteOncePod with other access modes'),
  );

const fibreChannel: StructRule = (source) => {
  const field = 'targetWWNs';
  const [names, ids] = [listOf(source.targetWWNs), listOf(source.wwids)];
  return [
    ...causeIf(names.length + ids.length === 0, () =>
      requiredValue(field, 'must specify either targetWWNs or wwids, but not both'),
    ),
    ...causeIf(names.length > 0 && ids.length > 0, () =>
      invalidValue(field, names, 'targetWWNs and wwids can not be specified simultaneously'),
    ),
    ...causeIf(names.length > 0 && source.lun === undefined, () =>
      requiredValue('lun', 'lun is required if targetWWNs is specified'),
    ),
  ];
};

const attachmentSource: StructRule = (source) =>
  causeIf(setFields(source, ['persistentVolumeName', 'inlineVolumeSpec']).length !== 1, () =>
    requiredValue('', 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'),
  );

/** Definition → rule. */
export const volumeStructRules: Readonly<Record<string, StructRule>> = {
  'core.v1.ClusterTrustBundleProjection': filePaths('path'),
  'core.v1.EmptyDirVolumeSource': emptyDir,
  'core.v1.EnvVarSource': environmentSource,
  'core.v1.FCVolumeSource': fibreChannel,
  'core.v1.KeyToPath': keyToPath,
  'core.v1.PersistentVolumeClaimSpec': allRules(claim, accessModes),
  'core.v1.PersistentVolumeSpec': allRules(persistentVolume, accessModes),
  'core.v1.PodCertificateProjection': filePaths(...certificatePaths),
  'core.v1.ProjectedVolumeSource': projected,
  'core.v1.Volume': allRules(volume, downward('downwardAPI')),
  'core.v1.VolumeProjection': downward('downwardAPI'),
  'core.v1.VolumeMount': volumeMount,
  'storage.v1.VolumeAttachmentSource': attachmentSource,
};
