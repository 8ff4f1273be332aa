// The rules of pods and containers.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import { quantityBillionths } from '../../../../schema/index.ts';
import { scalarText, textOrEmpty } from '../../field.ts';
import { goFields } from '../../go/format.ts';
import { type Cause, forbiddenField, invalidValue, requiredValue, unsupportedValue } from '../../status-error.ts';
import { duplicateValue, formCauses } from './field-rule.ts';
import {
  allRules,
  causeIf,
  exactlyOne,
  inner,
  innerPath,
  itemsOf,
  missingName,
  type StructRule,
  setFields,
} from './struct-rule.ts';

const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'];
const handler = exactlyOne(handlers, 'must specify a handler type', 'may not specify more than 1 handler type');

const podSpec: StructRule = (spec, path) => [
  ...containerNameCauses(spec, path),
  ...hostPortCauses(spec, path),
  ...containersOf(spec, path).flatMap(([container, place]) => [
    ...mountCauses(spec, container, place),
    ...claimCauses(spec, container, place),
  ]),
  ...itemsOf(spec, 'initContainers', path).flatMap(([container, place]) => initCauses(container, place)),
  ...itemsOf(spec, 'volumes', path).flatMap(([volume, place]) => claimNameCauses(volume, place)),
  ...nameServerCauses(spec, path),
  ...(textOrEmpty(spec.serviceAccountName) === ''
    ? []
    : formCauses('subdomain', textOrEmpty(spec.serviceAccountName), innerPath(path, 'serviceAccountName'))),
];

/** Pods that take no name servers of the cluster have some of their own. */
function nameServerCauses({ dnsPolicy, dnsConfig }: JsonObject, path: string): readonly Cause[] {
  if (dnsPolicy !== 'None') return [];
  const field = innerPath(path, 'dnsConfig');
  if (!isJsonObject(dnsConfig)) return [requiredValue(field, 'must provide `dnsConfig` when `dnsPolicy` is None')];
  return causeIf(dnsConfig.nameservers === undefined, () =>
    requiredValue(innerPath(field, 'nameservers'), 'must provide at least one DNS nameserver when `dnsPolicy` is None'),
  );
}

function containersOf(spec: JsonObject, path: string) {
  return [...itemsOf(spec, 'initContainers', path), ...itemsOf(spec, 'containers', path)];
}

/** Names of containers differ, also from those of init containers. */
function containerNameCauses(spec: JsonObject, path: string): Cause[] {
  const seen = new Set<JsonValue | undefined>();
  return ['containers', 'initContainers'].flatMap((field) =>
    itemsOf(spec, field, path).flatMap(([{ name = '' }, place]) => {
      const isRepeated = seen.has(name);
      seen.add(name);
      return causeIf(isRepeated, () => duplicateValue(innerPath(place, 'name'), name));
    }),
  );
}

/** Ports of a node are used once; pods on the host's network listen on the node's ports. */
function hostPortCauses(spec: JsonObject, path: string): Cause[] {
  const seen = new Set<string>();
  return itemsOf(spec, 'containers', path).flatMap(([container, place]) =>
    itemsOf(container, 'ports', place).flatMap(([port, field]) => {
      const { hostPort = 0, hostIP = '', protocol = '', containerPort } = port;
      if (hostPort === 0) return [];
      const text = [protocol, hostIP, hostPort].map(scalarText).join('/');
      const isRepeated = seen.has(text);
      seen.add(text);
      return [
        ...causeIf(isRepeated, () => duplicateValue(innerPath(field, 'hostPort'), text)),
        ...causeIf(spec.hostNetwork === true && hostPort !== containerPort, () =>
          invalidValue(innerPath(field, 'hostPort'), hostPort, 'must match `containerPort` when `hostNetwork` is true'),
        ),
      ];
    }),
  );
}

function mountCauses(spec: JsonObject, container: JsonObject, path: string): Cause[] {
  const names = new Set(itemsOf(spec, 'volumes', '').map(([{ name = '' }]) => name));
  const paths = new Set<JsonValue | undefined>();
  return itemsOf(container, 'volumeMounts', path).flatMap(([{ name = '', mountPath }, place]) => {
    const isRepeated = mountPath !== undefined && paths.has(mountPath);
    paths.add(mountPath);
    return [
      ...causeIf(!names.has(name), () => missingName(innerPath(place, 'name'), name)),
      ...causeIf(isRepeated, () => invalidValue(innerPath(place, 'mountPath'), mountPath, 'must be unique')),
    ];
  });
}

/** Containers use the claims of their pod. */
function claimCauses(spec: JsonObject, container: JsonObject, path: string): Cause[] {
  const names = itemsOf(spec, 'resourceClaims', '').map(([{ name }]) => textOrEmpty(name));
  const known = names.filter(Boolean);
  const list = known.length === 0 ? ' which is empty' : `: ${known.join(', ')}`;
  return itemsOf(inner(container, 'resources'), 'claims', innerPath(path, 'resources')).flatMap(
    ([{ name = '' }, place]) => [
      ...causeIf(name === '', () => requiredValue(place)),
      ...causeIf(name !== '' && !known.includes(textOrEmpty(name)), () =>
        missingName(place, name, `must be one of the names in pod.spec.resourceClaims${list}`),
      ),
    ],
  );
}

/** Init containers end before the next one starts, unless they are sidecars. */
function initCauses(container: JsonObject, path: string): Cause[] {
  if (container.restartPolicy === 'Always') return [];
  return setFields(container, ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']).map((field) =>
    forbiddenField(innerPath(path, field), 'may not be set for init containers without restartPolicy=Always'),
  );
}

function claimNameCauses(volume: JsonObject, path: string): Cause[] {
  const { persistentVolumeClaim: claim } = volume;
  if (!isJsonObject(claim)) return [];
  return causeIf(claim.claimName === '', () =>
    requiredValue(innerPath(path, 'persistentVolumeClaim.claimName')),
  ).slice();
}

const container: StructRule = (value, path) => [
  ...portNameCauses(value, path),
  ...['livenessProbe', 'startupProbe'].flatMap((field) => {
    const { successThreshold = 1 } = inner(value, field);
    return causeIf(successThreshold !== 1 && successThreshold !== 0, () =>
      invalidValue(innerPath(path, `${field}.successThreshold`), successThreshold, 'must be 1'),
    );
  }),
  ...itemsOf(value, 'envFrom', path).flatMap(([source]) => {
    const set = setFields(source, ['configMapRef', 'secretRef']);
    const field = innerPath(path, 'envFrom');
    return [
      ...causeIf(set.length === 0, () => invalidValue(field, '', 'must specify one of: `configMapRef` or `secretRef`')),
      ...causeIf(set.length > 1, () => invalidValue(field, '', 'may not have more than one field specified at a time')),
    ];
  }),
  ...resizeCauses(value, path),
];

function portNameCauses(value: JsonObject, path: string): Cause[] {
  const seen = new Set<JsonValue>();
  return itemsOf(value, 'ports', path).flatMap(([{ name = '' }, place]) => {
    const isRepeated = name !== '' && seen.has(name);
    seen.add(name);
    return causeIf(isRepeated, () => duplicateValue(innerPath(place, 'name'), name));
  });
}

function resizeCauses(value: JsonObject, path: string): Cause[] {
  const field = innerPath(path, 'resizePolicy');
  return itemsOf(value, 'resizePolicy', path).flatMap(([policy]) =>
    Object.entries({ resourceName: ['cpu', 'memory'], restartPolicy: ['NotRequired', 'RestartContainer'] }).flatMap(
      ([name, choices]) => {
        const text = textOrEmpty(policy[name]);
        if (text === '') return [requiredValue(field)];
        return causeIf(!choices.includes(text), () => unsupportedValue(field, text, choices));
      },
    ),
  );
}

const sources = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'];

const envVar: StructRule = ({ value = '', valueFrom }, path) => {
  if (!isJsonObject(valueFrom)) return [];
  const field = innerPath(path, 'valueFrom');
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

/** The fields of pods that containers and volumes may read. */
const podFields =
  /^(?:metadata\.(?:name|namespace|uid|labels|annotations)(?:\['[^']+'\])?|spec\.(?:nodeName|serviceAccountName)|status\.(?:hostIPs?|podIPs?))$/;

/** Returns the causes of a field of pods that a container or volume reads. */
export const fieldSelector: StructRule = ({ apiVersion = '', fieldPath = '' }, path) => {
  const field = innerPath(path, 'fieldPath');
  if (fieldPath === '') return [requiredValue(field)];
  if (apiVersion !== 'v1' && apiVersion !== '') {
    const text = `error converting fieldPath: unsupported pod version: ${scalarText(apiVersion)}`;
    return [invalidValue(field, fieldPath, text)];
  }
  return causeIf(!podFields.test(textOrEmpty(fieldPath)), () =>
    invalidValue(field, fieldPath, `error converting fieldPath: field label not supported: ${scalarText(fieldPath)}`),
  );
};

/** The resources of containers that have no domain. */
const standardResources: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

function isStandard(name: string): boolean {
  return standardResources.has(name) || name.startsWith('hugepages-');
}

const resources: StructRule = (value, path) => {
  const [requests, limits] = [inner(value, 'requests'), inner(value, 'limits')];
  const amount = (quantity: JsonValue | undefined) => quantityBillionths(scalarText(quantity)) ?? 0n;
  const lists = Object.entries({ limits, requests }).flatMap(([list, amounts]) =>
    Object.entries(amounts).flatMap(([name, quantity]) => {
      const field = innerPath(path, `${list}[${name}]`);
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
        return causeIf(isExtended, () =>
          requiredValue(innerPath(path, 'limits'), `Limit must be set for non overcommitable resources`),
        );
      }
      const text = `must be ${isExtended ? 'equal to' : 'less than or equal to'} ${name} limit of ${scalarText(limit)}`;
      const isBroken = isExtended ? amount(quantity) !== amount(limit) : amount(quantity) > amount(limit);
      return causeIf(isBroken, () => invalidValue(innerPath(path, 'requests'), quantity, text));
    }),
  ];
};

const toleration: StructRule = ({ key = '', operator = '', value = '', effect = '', tolerationSeconds }, path) => [
  ...causeIf(key === '' && operator !== 'Exists', () =>
    invalidValue(
      innerPath(path, 'operator'),
      operator,
      'operator must be Exists when `key` is empty, which means "match all values and all keys"',
    ),
  ),
  ...causeIf(tolerationSeconds !== undefined && effect !== 'NoExecute', () =>
    invalidValue(innerPath(path, 'effect'), effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"),
  ),
  ...causeIf(operator === 'Exists' && value !== '', () =>
    invalidValue(innerPath(path, 'operator'), value, "value must be empty when `operator` is 'Exists'"),
  ),
];

/** The fields of a security context, in the order in which causes show them. */
const contextFields = [
  'Capabilities Privileged SELinuxOptions WindowsOptions RunAsUser RunAsGroup RunAsNonRoot ReadOnlyRootFilesystem',
  'AllowPrivilegeEscalation ProcMount SeccompProfile AppArmorProfile',
].flatMap((names) => names.split(' '));

function shownContext(value: JsonObject): JsonValue {
  const shown = goFields(value);
  return Object.fromEntries(contextFields.map((name) => [name, inner({ shown }, 'shown')[name] ?? null]));
}

const securityContext: StructRule = (value, path) =>
  causeIf(value.allowPrivilegeEscalation === false && value.privileged === true, () =>
    invalidValue(path, shownContext(value), 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true'),
  );

const seccompProfile: StructRule = ({ type, localhostProfile }, path) => [
  ...causeIf(type === 'Localhost' && localhostProfile === undefined, () =>
    requiredValue(innerPath(path, 'localhostProfile'), 'must be set when seccomp type is Localhost'),
  ),
  ...causeIf(type !== 'Localhost' && localhostProfile !== undefined, () =>
    invalidValue(
      innerPath(path, 'localhostProfile'),
      localhostProfile,
      'can only be set when seccomp type is Localhost',
    ),
  ),
];

const claimReference: StructRule = (value, path) => {
  const names = ['resourceClaimName', 'resourceClaimTemplateName'];
  const set = setFields(value, names);
  const shown = {
    Name: value.name ?? '',
    ResourceClaimName: value[names[0] ?? ''] ?? null,
    ResourceClaimTemplateName: value[names[1] ?? ''] ?? null,
  };
  return causeIf(set.length === 0, () =>
    invalidValue(path, shown, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'),
  );
};

const dnsOption: StructRule = ({ name = '' }, path) =>
  causeIf(name === '', () => requiredValue(path, 'must not be empty'));

/** A port by number or name. @param isZeroValid - true where zero stands for an absent port. */
export function portRule(field: string, isZeroValid = false): StructRule {
  return (value, path) => {
    const port = value[field];
    if (typeof port === 'string') return formCauses('port-name', port, innerPath(path, field));
    if (typeof port !== 'number' || (isZeroValid && port === 0)) return [];
    return causeIf(port < 1 || port > 65_535, () =>
      invalidValue(innerPath(path, field), port, 'must be between 1 and 65535, inclusive'),
    );
  };
}

const topology: StructRule = (spec, path) => {
  const seen = new Set<string>();
  const list = itemsOf(spec, 'topologySpreadConstraints', path);
  return list.flatMap(([{ topologyKey = '', whenUnsatisfiable = '' }], index) => {
    const text = `{${scalarText(topologyKey)}, ${scalarText(whenUnsatisfiable)}}`;
    const isRepeated = seen.has(text);
    seen.add(text);
    const first = `${innerPath(path, 'topologySpreadConstraints')}[${index - 1}].{topologyKey, whenUnsatisfiable}`;
    return causeIf(isRepeated, () => duplicateValue(first, text));
  });
};

const volumeMount: StructRule = ({ subPath = '', subPathExpr = '' }, path) =>
  causeIf(subPath !== '' && subPathExpr !== '', () =>
    invalidValue(innerPath(path, 'subPathExpr'), subPathExpr, 'subPathExpr and subPath are mutually exclusive'),
  );

/** Definition → rule. */
export const podRules: Readonly<Record<string, StructRule>> = {
  'core.v1.Container': container,
  'core.v1.EnvVar': envVar,
  'core.v1.HTTPGetAction': portRule('port'),
  'core.v1.LifecycleHandler': handler,
  'core.v1.PodDNSConfigOption': dnsOption,
  'core.v1.PodResourceClaim': claimReference,
  'core.v1.PodSpec': allRules(podSpec, topology),
  'core.v1.Probe': handler,
  'core.v1.ResourceRequirements': resources,
  'core.v1.SeccompProfile': seccompProfile,
  'core.v1.SecurityContext': securityContext,
  'core.v1.TCPSocketAction': portRule('port'),
  'core.v1.Toleration': toleration,
  'core.v1.VolumeMount': volumeMount,
};
