import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldsAt, scalarText, textOrEmpty } from '../../schema/index.ts';
import { type Cause, forbiddenField, invalidValue, requiredValue } from '../field-cause.ts';
import { duplicateValue, formCauses } from './field-rule.ts';
import {
  allRules,
  causeIf,
  innerPath,
  itemsOf,
  missingName,
  repetitionTest,
  type StructRule,
  setFields,
} from './struct-rule.ts';

const podSpec: StructRule = (spec, path) => [
  ...containerNameCauses(spec, path),
  ...hostPortCauses(spec, path),
  ...mountCauses(spec, path),
  ...claimCauses(spec, path),
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
  const isRepeated = repetitionTest();
  return ['containers', 'initContainers'].flatMap((field) =>
    itemsOf(spec, field, path).flatMap(([{ name = '' }, place]) =>
      causeIf(isRepeated(name), () => duplicateValue(innerPath(place, 'name'), name)),
    ),
  );
}

/** Ports of a node are used once; pods on the host's network listen on the node's ports. */
function hostPortCauses(spec: JsonObject, path: string): Cause[] {
  const isRepeated = repetitionTest();
  return itemsOf(spec, 'containers', path).flatMap(([container, place]) =>
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

function mountCauses(spec: JsonObject, path: string): Cause[] {
  const names = new Set(itemsOf(spec, 'volumes', '').map(([{ name = '' }]) => name));
  return containersOf(spec, path).flatMap(([container, place]) => containerMountCauses(names, container, place));
}

function containerMountCauses(names: ReadonlySet<JsonValue>, container: JsonObject, path: string): Cause[] {
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
function claimCauses(spec: JsonObject, path: string): Cause[] {
  const names = itemsOf(spec, 'resourceClaims', '').map(([{ name }]) => textOrEmpty(name));
  const known = new Set(names.filter(Boolean));
  const list = known.size === 0 ? ' which is empty' : `: ${[...known].join(', ')}`;
  const claims = containersOf(spec, path).flatMap(([container, place]) =>
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

const topology: StructRule = (spec, path) => {
  const isRepeated = repetitionTest();
  const list = itemsOf(spec, 'topologySpreadConstraints', path);
  return list.flatMap(([{ topologyKey = '', whenUnsatisfiable = '' }], index) => {
    const text = `{${scalarText(topologyKey)}, ${scalarText(whenUnsatisfiable)}}`;
    const first = `${innerPath(path, 'topologySpreadConstraints')}[${index - 1}].{topologyKey, whenUnsatisfiable}`;
    return causeIf(isRepeated(text), () => duplicateValue(first, text));
  });
};

const preferredTerm: StructRule = ({ weight = 0 }, path) =>
  causeIf(Number(weight) < 1 || Number(weight) > 100, () =>
    invalidValue(innerPath(path, 'weight'), weight, 'must be in the range 1-100'),
  );

/** Definition → rule. */
export const podRules: Readonly<Record<string, StructRule>> = {
  'core.v1.PodDNSConfigOption': dnsOption,
  'core.v1.PodResourceClaim': claimReference,
  'core.v1.PodSpec': allRules(podSpec, topology),
  'core.v1.PreferredSchedulingTerm': preferredTerm,
  'core.v1.Toleration': toleration,
};
