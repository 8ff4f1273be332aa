import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldsAt, quantityBillionths, scalarText, textOrEmpty } from '../../schema/index.ts';
import { type Cause, invalidValue, requiredValue, unsupportedValue } from '../field-cause.ts';
import { goFields } from '../go/format.ts';
import { duplicateValue, formCauses } from './field-rule.ts';
import {
  allRules,
  causeIf,
  exactlyOne,
  innerPath,
  itemsOf,
  repetitionTest,
  type StructRule,
  setFields,
} from './struct-rule.ts';

const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'];

const handler = exactlyOne(handlers, 'must specify a handler type', 'may not specify more than 1 handler type');

const container: StructRule = (value) => [
  ...portNameCauses(value),
  ...['livenessProbe', 'startupProbe'].flatMap((field) => {
    const { successThreshold = 1 } = fieldsAt(value, field);
    return causeIf(successThreshold !== 1 && successThreshold !== 0, () =>
      invalidValue(`${field}.successThreshold`, successThreshold, 'must be 1'),
    );
  }),
  ...itemsOf(value, 'envFrom').flatMap(([source]) => {
    const set = setFields(source, ['configMapRef', 'secretRef']);
    const field = 'envFrom';
    return [
      ...causeIf(set.length === 0, () => invalidValue(field, '', 'must specify one of: `configMapRef` or `secretRef`')),
      ...causeIf(set.length > 1, () => invalidValue(field, '', 'may not have more than one field specified at a time')),
    ];
  }),
  ...resizeCauses(value),
];

function portNameCauses(value: JsonObject): Cause[] {
  const isRepeated = repetitionTest();
  return itemsOf(value, 'ports').flatMap(([{ name = '' }, place]) =>
    causeIf(name !== '' && isRepeated(name), () => duplicateValue(innerPath(place, 'name'), name)),
  );
}

function resizeCauses(value: JsonObject): Cause[] {
  const field = 'resizePolicy';
  return itemsOf(value, 'resizePolicy').flatMap(([policy]) =>
    Object.entries({ resourceName: ['cpu', 'memory'], restartPolicy: ['NotRequired', 'RestartContainer'] }).flatMap(
      ([name, choices]) => {
        const text = textOrEmpty(policy[name]);
        if (text === '') return [requiredValue(field)];
        return causeIf(!choices.includes(text), () => unsupportedValue(field, text, choices));
      },
    ),
  );
}

/** The causes of a path that leaves its volume name the list of mounts. */
const mountPaths: StructRule = (value) =>
  itemsOf(value, 'volumeMounts').flatMap(([mount]) =>
    ['subPath', 'subPathExpr'].flatMap((field) => innerPathCauses(textOrEmpty(mount[field]), `volumeMounts.${field}`)),
  );

/** Paths below the directory of a volume don't leave it. */
export function innerPathCauses(text: string, field: string): readonly Cause[] {
  return [
    ...causeIf(text.startsWith('/'), () => invalidValue(field, text, 'must be a relative path')),
    ...causeIf(text.split('/').includes('..'), () => invalidValue(field, text, "must not contain '..'")),
  ];
}

const sources = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'];

/** Environment variables have a value or one source of it. */
const envVar: StructRule = ({ value = '', valueFrom }) => {
  if (!isJsonObject(valueFrom)) return [];
  const field = 'valueFrom';
  const set = setFields(valueFrom, sources);
  const none = 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
  return [
    ...causeIf(set.length === 0, () => invalidValue(field, '', none)),
    ...causeIf(set.length > 0 && value !== '', () =>
      invalidValue(field, '', 'may not be specified when `value` is not empty'),
    ),
    ...causeIf(set.length > 1, () => invalidValue(field, '', 'may not have more than one field specified at a time')),
  ];
};

/** The fields of pods that containers may read, and those that volumes may. */
const podFields = {
  container: [
    'metadata.name',
    'metadata.namespace',
    'metadata.uid',
    'spec.nodeName',
    'spec.serviceAccountName',
    'status.hostIP',
    'status.hostIPs',
    'status.podIP',
    'status.podIPs',
  ],
  volume: ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'],
} as const;

const knownFields: ReadonlySet<string> = new Set(Object.values(podFields).flat());

/** Returns the causes of a field of pods that a container or volume reads. */
export function fieldSelector(
  { apiVersion = '', fieldPath = '' }: JsonObject,
  reader: keyof typeof podFields,
): readonly Cause[] {
  const field = 'fieldPath';
  const text = textOrEmpty(fieldPath);
  if (text === '') return [requiredValue(field)];
  if (apiVersion !== 'v1' && apiVersion !== '') {
    const unsupported = `error converting fieldPath: unsupported pod version: ${scalarText(apiVersion)}`;
    return [invalidValue(field, fieldPath, unsupported)];
  }
  const [, map] = /^(.+)\['[^']*'\]$/s.exec(text) ?? [];
  if (!knownFields.has(map ?? text)) {
    return [invalidValue(field, fieldPath, `error converting fieldPath: field label not supported: ${text}`)];
  }
  const isMap = map === 'metadata.annotations' || map === 'metadata.labels';
  if (map !== undefined && !isMap) return [invalidValue('', map, 'does not support subscript')];
  const supported: readonly string[] = podFields[reader];
  return causeIf(map === undefined && !supported.includes(text), () => unsupportedValue(field, text, supported));
}

/** The resources of containers that have no domain. */
const standardResources: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

function isStandard(name: string): boolean {
  return standardResources.has(name) || name.startsWith('hugepages-');
}

/** Requests stay within limits. */
const resources: StructRule = (value) => {
  const [requests, limits] = [fieldsAt(value, 'requests'), fieldsAt(value, 'limits')];
  const amount = (quantity: JsonValue | undefined) => quantityBillionths(scalarText(quantity)) ?? 0n;
  const lists = Object.entries({ limits, requests }).flatMap(([list, amounts]) =>
    Object.entries(amounts).flatMap(([name, quantity]) => {
      const field = `${list}[${name}]`;
      const faults = formCauses('qualified-name', name, field);
      return [
        ...faults,
        ...causeIf(faults.length === 0 && !name.includes('/') && !isStandard(name), () =>
          invalidValue(field, name, 'must be a standard resource type or fully qualified'),
        ),
        ...causeIf(!name.includes('/') && !isStandard(name), () =>
          invalidValue(field, name, 'must be a standard resource for containers'),
        ),
        ...causeIf(amount(quantity) < 0n, () => invalidValue(field, quantity, 'must be greater than or equal to 0')),
      ];
    }),
  );
  return [
    ...lists,
    ...Object.entries(requests).flatMap(([name, quantity]) => {
      const limit = limits[name];
      const isExtended = name.includes('/') || name.startsWith('hugepages-');
      if (limit === undefined) {
        return causeIf(isExtended, () => requiredValue('limits', `Limit must be set for non overcommitable resources`));
      }
      const text = `must be ${isExtended ? 'equal to' : 'less than or equal to'} ${name} limit of ${scalarText(limit)}`;
      const isBroken = isExtended ? amount(quantity) !== amount(limit) : amount(quantity) > amount(limit);
      return causeIf(isBroken, () => invalidValue('requests', quantity, text));
    }),
  ];
};

/** The fields of a security context, in the order in which causes show them. */
const contextFields = [
  'Capabilities Privileged SELinuxOptions WindowsOptions RunAsUser RunAsGroup RunAsNonRoot ReadOnlyRootFilesystem',
  'AllowPrivilegeEscalation ProcMount SeccompProfile AppArmorProfile',
].flatMap((names) => names.split(' '));

function shownContext(value: JsonObject): JsonValue {
  const shown = goFields(value);
  return Object.fromEntries(contextFields.map((name) => [name, fieldsAt({ shown }, 'shown')[name] ?? null]));
}

/** Privileged containers may raise their privileges. */
const securityContext: StructRule = (value) =>
  causeIf(value.allowPrivilegeEscalation === false && value.privileged === true, () =>
    invalidValue('', shownContext(value), 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true'),
  );

/** Profiles of a node have a path. */
const seccompProfile: StructRule = ({ type, localhostProfile }) => [
  ...causeIf(type === 'Localhost' && localhostProfile === undefined, () =>
    requiredValue('localhostProfile', 'must be set when seccomp type is Localhost'),
  ),
  ...causeIf(type !== 'Localhost' && localhostProfile !== undefined, () =>
    invalidValue('localhostProfile', localhostProfile, 'can only be set when seccomp type is Localhost'),
  ),
];

/** A port by number or name. */
export function portRule(field: string): StructRule {
  return (value) => {
    const port = value[field];
    if (typeof port === 'string') return formCauses('port-name', port, field);
    if (typeof port !== 'number') return [];
    return causeIf(port < 1 || port > 65_535, () =>
      invalidValue(field, port, 'must be between 1 and 65535, inclusive'),
    );
  };
}

/** Definition → rule. */
export const containerStructRules: Readonly<Record<string, StructRule>> = {
  'core.v1.Container': allRules(container, mountPaths),
  'core.v1.EnvVar': envVar,
  'core.v1.EphemeralContainer': mountPaths,
  'core.v1.HTTPGetAction': portRule('port'),
  'core.v1.LifecycleHandler': handler,
  'core.v1.Probe': handler,
  'core.v1.ResourceRequirements': resources,
  'core.v1.SeccompProfile': seccompProfile,
  'core.v1.SecurityContext': securityContext,
  'core.v1.TCPSocketAction': portRule('port'),
};
