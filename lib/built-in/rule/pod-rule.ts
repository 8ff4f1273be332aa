import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { fieldAt, fieldsAt, listOf, scalarText, textOrEmpty } from '../../schema/index.ts';
import {
  type Cause,
  causesAt,
  duplicateValue,
  forbiddenField,
  innerPath,
  invalidValue,
  missingName,
  requiredValue,
} from '../field-cause.ts';
import { allRules, itemsOf, presentFieldNames, repetitionTest, type StructRule } from './struct-rule.ts';
import { formCauses } from './value-form.ts';

function* podSpec(spec: JsonObject): Iterable<Cause> {
  yield* containerNameCauses(spec);
  yield* hostPortCauses(spec);
  yield* mountCauses(spec);
  yield* deviceCauses(spec);
  yield* userNamespaceCauses(spec);
  yield* sleepCauses(spec);
  yield* claimCauses(spec);
  for (const [container, place] of itemsOf(spec, 'initContainers')) yield* causesAt(place, initCauses(container));
  for (const [{ persistentVolumeClaim: claim }, place] of itemsOf(spec, 'volumes'))
    if (isJsonObject(claim) && claim.claimName === '')
      yield requiredValue(innerPath(place, 'persistentVolumeClaim.claimName'));
  yield* nameServerCauses(spec);
  const account = textOrEmpty(spec.serviceAccountName);
  if (account !== '') yield* formCauses('subdomain', account, 'serviceAccountName');
  const sharing = 'securityContext.shareProcessNamespace';
  if (spec.shareProcessNamespace === true && spec.hostPID === true)
    yield invalidValue(sharing, true, 'ShareProcessNamespace and HostPID cannot both be enabled');
}

/** The number of name servers that resolvers ask. */
const mostNameServers = 3;

/** Pods that take no name servers of the cluster have some of their own. */
function* nameServerCauses({ dnsPolicy, dnsConfig }: JsonObject): Iterable<Cause> {
  const servers = listOf(fieldAt(dnsConfig, 'nameservers'));
  if (servers.length > mostNameServers)
    yield invalidValue('dnsConfig.nameservers', servers, `must not have more than ${mostNameServers} nameservers`);
  if (dnsPolicy !== 'None') return;
  if (!isJsonObject(dnsConfig)) yield requiredValue('dnsConfig', 'must provide `dnsConfig` when `dnsPolicy` is None');
  else if (dnsConfig.nameservers === undefined)
    yield requiredValue('dnsConfig.nameservers', 'must provide at least one DNS nameserver when `dnsPolicy` is None');
}

function containersOf(spec: JsonObject) {
  return [...itemsOf(spec, 'initContainers'), ...itemsOf(spec, 'containers')];
}

/** Names of containers differ, also from those of init containers. */
function* containerNameCauses(spec: JsonObject): Iterable<Cause> {
  const isRepeated = repetitionTest();
  for (const [{ name = '' }, place] of [...itemsOf(spec, 'containers'), ...itemsOf(spec, 'initContainers')])
    if (isRepeated(name)) yield duplicateValue(innerPath(place, 'name'), name);
}

/** Ports of a node are used once; pods on the host's network listen on the node's ports. */
function* hostPortCauses(spec: JsonObject): Iterable<Cause> {
  const isRepeated = repetitionTest();
  const ports = itemsOf(spec, 'containers').flatMap(([container, place]) => itemsOf(container, 'ports', place));
  for (const [{ hostPort = 0, hostIP = '', protocol = '', containerPort }, place] of ports) {
    if (hostPort === 0) continue;
    const field = innerPath(place, 'hostPort');
    const text = [protocol, hostIP, hostPort].map(scalarText).join('/');
    if (isRepeated(text)) yield duplicateValue(field, text);
    if (spec.hostNetwork === true && hostPort !== containerPort)
      yield invalidValue(field, hostPort, 'must match `containerPort` when `hostNetwork` is true');
  }
}

function* mountCauses(spec: JsonObject): Iterable<Cause> {
  const names = new Set(itemsOf(spec, 'volumes').map(([{ name = '' }]) => name));
  for (const [container, place] of containersOf(spec)) {
    const isRepeated = repetitionTest();
    for (const [{ name = '', mountPath }, mount] of itemsOf(container, 'volumeMounts', place)) {
      if (!names.has(name)) yield missingName(innerPath(mount, 'name'), name);
      if (mountPath !== undefined && isRepeated(mountPath))
        yield invalidValue(innerPath(mount, 'mountPath'), mountPath, 'must be unique');
    }
  }
}

/** Devices are volumes of claims. A container uses a volume, and a path, once: as a device or mounted. */
function* deviceCauses(spec: JsonObject): Iterable<Cause> {
  const volumes = new Map(itemsOf(spec, 'volumes').map(([volume]) => [volume.name, volume]));
  for (const [container, place] of containersOf(spec)) {
    const mounts = itemsOf(container, 'volumeMounts').map(([mount]) => mount);
    const [isRepeatedName, isRepeatedPath] = [repetitionTest(), repetitionTest()];
    for (const [{ name = '', devicePath = '' }, device] of itemsOf(container, 'volumeDevices', place)) {
      const volume = volumes.get(name);
      const [nameField, pathField] = [innerPath(device, 'name'), innerPath(device, 'devicePath')];
      if (name === '') yield requiredValue(nameField);
      else if (isRepeatedName(name)) yield invalidValue(nameField, name, 'must be unique');
      if (volume === undefined) yield missingName(nameField, name);
      else if (presentFieldNames(volume, ['persistentVolumeClaim', 'ephemeral']).length === 0)
        yield invalidValue(nameField, name, blockMode);
      if (devicePath === '') yield requiredValue(pathField);
      else if (isRepeatedPath(devicePath)) yield invalidValue(pathField, devicePath, 'must be unique');
      if (mounts.some((mount) => mount.name === name))
        yield invalidValue(nameField, name, 'must not already exist in volumeMounts');
    }
    const devices = new Set(itemsOf(container, 'volumeDevices').map(([{ name }]) => name));
    for (const [{ name }, mount] of itemsOf(container, 'volumeMounts', place))
      if (devices.has(name))
        yield invalidValue(innerPath(mount, 'name'), name, 'must not already exist in volumeDevices');
  }
}

const blockMode = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';

/** A pod with users of its own shares no other namespaces with its node; only such a pod sees all of `/proc`. */
function* userNamespaceCauses(spec: JsonObject): Iterable<Cause> {
  const hasOwnUsers = spec.hostUsers === false;
  const words = 'when `hostUsers` is false';
  for (const [container, place] of containersOf(spec)) {
    if (hasOwnUsers && listOf(container.volumeDevices).length > 0)
      yield forbiddenField(innerPath(place, 'volumeDevices'), words);
    if (!hasOwnUsers && fieldAt(container, 'securityContext.procMount') === 'Unmasked')
      yield invalidValue(
        innerPath(place, 'securityContext.procMount'),
        'Unmasked',
        '`hostUsers` must be false to use `Unmasked`',
      );
  }
  if (!hasOwnUsers) return;
  if (spec.hostNetwork === true) yield forbiddenField('hostNetwork', words);
  // The API server names these fields as Go does.
  if (spec.hostPID === true) yield forbiddenField('HostPID', words);
  if (spec.hostIPC === true) yield forbiddenField('HostIPC', words);
}

/** Hooks sleep no longer than a pod has to stop: 30 s, unless it says otherwise. */
function* sleepCauses({ terminationGracePeriodSeconds: seconds = 30, ...spec }: JsonObject): Iterable<Cause> {
  for (const [container, place] of containersOf(spec)) {
    if (place.startsWith('init') && container.restartPolicy !== 'Always') continue;
    for (const hook of ['lifecycle.postStart.sleep', 'lifecycle.preStop.sleep']) {
      const sleep = fieldAt(container, hook);
      if (!isJsonObject(sleep)) continue;
      const { seconds: wanted = 0 } = sleep;
      if (Number(wanted) < 0 || Number(wanted) > Number(seconds))
        yield invalidValue(
          innerPath(place, hook),
          wanted,
          `must be non-negative and less than terminationGracePeriodSeconds (${scalarText(seconds)})`,
        );
    }
  }
}

/** Containers use the claims of their pod. */
function* claimCauses(spec: JsonObject): Iterable<Cause> {
  const names = itemsOf(spec, 'resourceClaims').map(([{ name }]) => textOrEmpty(name));
  const known = new Set(names.filter(Boolean));
  const list = known.size === 0 ? ' which is empty' : `: ${[...known].join(', ')}`;
  const claims = containersOf(spec).flatMap(([container, place]) =>
    itemsOf(fieldsAt(container, 'resources'), 'claims', innerPath(place, 'resources')),
  );
  for (const [{ name = '' }, place] of claims) {
    if (name === '') yield requiredValue(place);
    else if (!known.has(textOrEmpty(name)))
      yield missingName(place, name, `must be one of the names in pod.spec.resourceClaims${list}`);
  }
}

/** Init containers end before the next one starts, unless they are sidecars. */
function* initCauses(container: JsonObject): Iterable<Cause> {
  if (container.restartPolicy === 'Always') return;
  for (const field of presentFieldNames(container, ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']))
    yield forbiddenField(field, 'may not be set for init containers without restartPolicy=Always');
}

/** Tolerations of all keys, for a time, and of any value. */
function* toleration({
  key = '',
  operator = '',
  value = '',
  effect = '',
  tolerationSeconds,
}: JsonObject): Iterable<Cause> {
  const matchesAll = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
  if (key === '' && operator !== 'Exists') yield invalidValue('operator', operator, matchesAll);
  if (tolerationSeconds !== undefined && effect !== 'NoExecute')
    yield invalidValue('effect', effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
  if (operator === 'Exists' && value !== '')
    yield invalidValue('operator', value, "value must be empty when `operator` is 'Exists'");
}

function* claimReference({ name = '', resourceClaimName, resourceClaimTemplateName }: JsonObject): Iterable<Cause> {
  if (resourceClaimName !== undefined || resourceClaimTemplateName !== undefined) return;
  const shown = { Name: name, ResourceClaimName: null, ResourceClaimTemplateName: null };
  yield invalidValue('', shown, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`');
}

function* dnsOption({ name = '' }: JsonObject): Iterable<Cause> {
  if (name === '') yield requiredValue('', 'must not be empty');
}

function* topology(spec: JsonObject): Iterable<Cause> {
  const isRepeated = repetitionTest();
  for (const [index, [constraint]] of itemsOf(spec, 'topologySpreadConstraints').entries()) {
    const { topologyKey = '', whenUnsatisfiable = '' } = constraint;
    const text = `{${scalarText(topologyKey)}, ${scalarText(whenUnsatisfiable)}}`;
    const first = `topologySpreadConstraints[${index - 1}].{topologyKey, whenUnsatisfiable}`;
    if (isRepeated(text)) yield duplicateValue(first, text);
  }
}

/** A minimum of domains needs a constraint that blocks scheduling; further labels need a selector. */
function* spread({ minDomains, whenUnsatisfiable, matchLabelKeys, labelSelector }: JsonObject): Iterable<Cause> {
  if (typeof minDomains === 'number' && whenUnsatisfiable !== 'DoNotSchedule')
    yield invalidValue(
      'minDomains',
      minDomains,
      `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${textOrEmpty(whenUnsatisfiable)}`,
    );
  if (matchLabelKeys !== undefined && labelSelector === undefined)
    yield forbiddenField('matchLabelKeys', 'must not be specified when labelSelector is not set');
}

function* preferredTerm({ weight = 0 }: JsonObject): Iterable<Cause> {
  if (Number(weight) < 1 || Number(weight) > 100) yield invalidValue('weight', weight, 'must be in the range 1-100');
}

function* sysctl({ name }: JsonObject): Iterable<Cause> {
  const text = textOrEmpty(name);
  const isValid =
    text.length <= 253 &&
    text.split(/[./]/).every((part) => /^[a-z0-9]/.test(part) && /^[-_a-z0-9]*$/.test(part) && /[a-z0-9]$/.test(part));
  if (text !== '' && !isValid)
    yield invalidValue('name', text, `must have at most 253 characters and match regex ${sysctlPattern}`);
}

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
  'core.v1.TopologySpreadConstraint': spread,
};
