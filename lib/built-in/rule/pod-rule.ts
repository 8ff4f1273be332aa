import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { fieldsAt, scalarText, textOrEmpty } from '../../schema/index.ts';
import { type Cause, forbiddenField, invalidValue, requiredValue } from '../field-cause.ts';
import { duplicateValue, formCauses } from './field-rule.ts';
import {
  allRules,
  causeIf,
  causesAt,
  innerPath,
  itemsOf,
  missingName,
  repetitionTest,
  type StructRule,
  setFields,
} from './struct-rule.ts';

const podSpec: StructRule = (spec) => [
  ...containerNameCauses(spec),
  ...hostPortCauses(spec),
  ...mountCauses(spec),
  ...claimCauses(spec),
  ...itemsOf(spec, 'initContainers').flatMap(([container, place]) => causesAt(place, initCauses(container))),
  ...itemsOf(spec, 'volumes').flatMap(([volume, place]) => causesAt(place, claimNameCauses(volume))),
  ...nameServerCauses(spec),
  ...(textOrEmpty(spec.serviceAccountName) === ''
    ? []
    : formCauses('subdomain', textOrEmpty(spec.serviceAccountName), 'serviceAccountName')),
  ...(typeof spec.runtimeClassName === 'string'
    ? formCauses('subdomain', spec.runtimeClassName, 'runtimeClassName')
    : []),
  ...causeIf(spec.shareProcessNamespace === true && spec.hostPID === true, () =>
    invalidValue(
      'securityContext.shareProcessNamespace',
      true,
      'ShareProcessNamespace and HostPID cannot both be enabled',
    ),
  ),
];

/** Pods that take no name servers of the cluster have some of their own. */
function nameServerCauses({ dnsPolicy, dnsConfig }: JsonObject): readonly Cause[] {
  if (dnsPolicy !== 'None') return [];
  if (!isJsonObject(dnsConfig))
    return [requiredValue('dnsConfig', 'must provide `dnsConfig` when `dnsPolicy` is None')];
  return causeIf(dnsConfig.nameservers === undefined, () =>
    requiredValue('dnsConfig.nameservers', 'must provide at least one DNS nameserver when `dnsPolicy` is None'),
  );
}

function containersOf(spec: JsonObject) {
  return [...itemsOf(spec, 'initContainers'), ...itemsOf(spec, 'containers')];
}

/** Names of containers differ, also from those of init containers. */
function containerNameCauses(spec: JsonObject): Cause[] {
  const isRepeated = repetitionTest();
  return ['containers', 'initContainers'].flatMap((field) =>
    itemsOf(spec, field).flatMap(([{ name = '' }, place]) =>
      causeIf(isRepeated(name), () => duplicateValue(innerPath(place, 'name'), name)),
    ),
  );
}

/** Ports of a node are used once; pods on the host's network listen on the node's ports. */
function hostPortCauses(spec: JsonObject): Cause[] {
  const isRepeated = repetitionTest();
  return itemsOf(spec, 'containers').flatMap(([container, place]) =>
    itemsOf(container, 'ports', place).flatMap(([port, field]) => {
      const { hostPort = 0, hostIP = '', protocol = '', containerPort } = port;
      if (hostPort === 0) return [];
      const text = [protocol, hostIP, hostPort].map(scalarText).join('/');
      return [
        ...causeIf(isRepeated(text), () => duplicateValue(innerPath(field, 'hostPort'), text)),
        ...causeIf(spec.hostNetwork === true && hostPort !== containerPort, () =>
          invalidValue(innerPath(field, 'hostPort'), hostPort, 'must match `containerPort` when `hostNetwork` is true'),
        ),
      ];
    }),
  );
}

function mountCauses(spec: JsonObject): Cause[] {
  const names = new Set(itemsOf(spec, 'volumes').map(([{ name = '' }]) => name));
  return containersOf(spec).flatMap(([container, place]) => {
    const isRepeated = repetitionTest();
    return itemsOf(container, 'volumeMounts', place).flatMap(([{ name = '', mountPath }, mount]) => [
      ...causeIf(!names.has(name), () => missingName(innerPath(mount, 'name'), name)),
      ...causeIf(mountPath !== undefined && isRepeated(mountPath), () =>
        invalidValue(innerPath(mount, 'mountPath'), mountPath, 'must be unique'),
      ),
    ]);
  });
}

/** Containers use the claims of their pod. */
function claimCauses(spec: JsonObject): Cause[] {
  const names = itemsOf(spec, 'resourceClaims').map(([{ name }]) => textOrEmpty(name));
  const known = new Set(names.filter(Boolean));
  const list = known.size === 0 ? ' which is empty' : `: ${[...known].join(', ')}`;
  const claims = containersOf(spec).flatMap(([container, place]) =>
    itemsOf(fieldsAt(container, 'resources'), 'claims', innerPath(place, 'resources')),
  );
  return claims.flatMap(([{ name = '' }, place]) => [
    ...causeIf(name === '', () => requiredValue(place)),
    ...causeIf(name !== '' && !known.has(textOrEmpty(name)), () =>
      missingName(place, name, `must be one of the names in pod.spec.resourceClaims${list}`),
    ),
  ]);
}

/** Init containers end before the next one starts, unless they are sidecars. */
function initCauses(container: JsonObject): Cause[] {
  if (container.restartPolicy === 'Always') return [];
  return setFields(container, ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']).map((field) =>
    forbiddenField(field, 'may not be set for init containers without restartPolicy=Always'),
  );
}

function claimNameCauses({ persistentVolumeClaim: claim }: JsonObject): readonly Cause[] {
  return causeIf(isJsonObject(claim) && claim.claimName === '', () => requiredValue('persistentVolumeClaim.claimName'));
}

const toleration: StructRule = ({ key = '', operator = '', value = '', effect = '', tolerationSeconds }) => [
  ...causeIf(key === '' && operator !== 'Exists', () =>
    invalidValue(
      'operator',
      operator,
      'operator must be Exists when `key` is empty, which means "match all values and all keys"',
    ),
  ),
  ...causeIf(tolerationSeconds !== undefined && effect !== 'NoExecute', () =>
    invalidValue('effect', effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"),
  ),
  ...causeIf(operator === 'Exists' && value !== '', () =>
    invalidValue('operator', value, "value must be empty when `operator` is 'Exists'"),
  ),
];

const claimReference: StructRule = (value) => {
  const names = ['resourceClaimName', 'resourceClaimTemplateName'];
  const set = setFields(value, names);
  const shown = {
    Name: value.name ?? '',
    ResourceClaimName: value[names[0] ?? ''] ?? null,
    ResourceClaimTemplateName: value[names[1] ?? ''] ?? null,
  };
  return causeIf(set.length === 0, () =>
    invalidValue('', shown, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'),
  );
};

const dnsOption: StructRule = ({ name = '' }) => causeIf(name === '', () => requiredValue('', 'must not be empty'));

const topology: StructRule = (spec) => {
  const isRepeated = repetitionTest();
  const list = itemsOf(spec, 'topologySpreadConstraints');
  return list.flatMap(([{ topologyKey = '', whenUnsatisfiable = '' }], index) => {
    const text = `{${scalarText(topologyKey)}, ${scalarText(whenUnsatisfiable)}}`;
    const first = `topologySpreadConstraints[${index - 1}].{topologyKey, whenUnsatisfiable}`;
    return causeIf(isRepeated(text), () => duplicateValue(first, text));
  });
};

const preferredTerm: StructRule = ({ weight = 0 }) =>
  causeIf(Number(weight) < 1 || Number(weight) > 100, () =>
    invalidValue('weight', weight, 'must be in the range 1-100'),
  );

const sysctl: StructRule = ({ name = '' }) => {
  const text = textOrEmpty(name);
  const isValid =
    text.length <= 253 &&
    text.split(/[./]/).every((part) => /^[a-z0-9]/.test(part) && /^[-_a-z0-9]*$/.test(part) && /[a-z0-9]$/.test(part));
  return causeIf(text !== '' && !isValid, () =>
    invalidValue('name', name, `must have at most 253 characters and match regex ${sysctlPattern}`),
  );
};

/** The expression in the API server's message. */
const sysctlPattern = String.raw`^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$`;

/** Definition → rule. */
export const podRules: Readonly<Record<string, StructRule>> = {
  'core.v1.PodDNSConfigOption': dnsOption,
  'core.v1.PodResourceClaim': claimReference,
  'core.v1.PodSpec': allRules(podSpec, topology),
  'core.v1.PreferredSchedulingTerm': preferredTerm,
  'core.v1.Sysctl': sysctl,
  'core.v1.Toleration': toleration,
};
