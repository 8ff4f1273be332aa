import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldsAt, quantityBillionths, scalarText, textOrEmpty } from '../../schema/index.ts';
import {
  type Cause,
  duplicateValue,
  forbiddenField,
  innerPath,
  invalidValue,
  requiredValue,
  unsupportedValue,
} from '../field-cause.ts';
import { goStruct } from '../go/formatted-value.ts';
import { portRule } from './network-rule.ts';
import { allRules, itemsOf, presentFieldNames, repetitionTest, type StructRule } from './struct-rule.ts';
import { formCauses } from './value-form.ts';
import { volumePathCauses } from './volume-rule.ts';

/** Probes and hooks have one handler. */
function* handler(value: JsonObject): Iterable<Cause> {
  const [first, ...others] = presentFieldNames(value, ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep']);
  if (first === undefined) yield requiredValue('', 'must specify a handler type');
  for (const name of others) yield forbiddenField(name, 'may not specify more than 1 handler type');
}

/** The words for several sources of a value. */
const severalSources = 'may not have more than one field specified at a time';

function* container(value: JsonObject): Iterable<Cause> {
  const isRepeated = repetitionTest();
  for (const [{ name = '' }, place] of itemsOf(value, 'ports'))
    if (name !== '' && isRepeated(name)) yield duplicateValue(innerPath(place, 'name'), name);
  for (const field of ['livenessProbe', 'startupProbe']) {
    const { successThreshold = 1 } = fieldsAt(value, field);
    if (successThreshold !== 1 && successThreshold !== 0)
      yield invalidValue(`${field}.successThreshold`, successThreshold, 'must be 1');
  }
  yield* probeTimeCauses(value);
  yield* propagationCauses(value);
  for (const [source] of itemsOf(value, 'envFrom')) {
    const { length } = presentFieldNames(source, ['configMapRef', 'secretRef']);
    if (length === 0) yield invalidValue('envFrom', '', 'must specify one of: `configMapRef` or `secretRef`');
    if (length > 1) yield invalidValue('envFrom', '', severalSources);
  }
  yield* resizeCauses(value);
}

/** The time that a pod has to stop after a failed probe. */
const stopTime = 'terminationGracePeriodSeconds';

/** A failed readiness probe stops no pod. */
function* probeTimeCauses(value: JsonObject): Iterable<Cause> {
  for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const { [stopTime]: seconds } = fieldsAt(value, probe);
    const field = `${probe}.${stopTime}`;
    if (seconds === undefined) continue;
    if (Number(seconds) <= 0) yield invalidValue(field, seconds, 'must be greater than 0');
    if (probe === 'readinessProbe') yield invalidValue(field, seconds, 'must not be set for readinessProbes');
  }
}

/** Only privileged containers mount volumes on the node. */
function* propagationCauses(value: JsonObject): Iterable<Cause> {
  const isPrivileged = fieldsAt(value, 'securityContext').privileged === true;
  const words = 'Bidirectional mount propagation is available only to privileged containers';
  // API servers leave out the index.
  for (const [{ mountPropagation }] of itemsOf(value, 'volumeMounts'))
    if (mountPropagation === 'Bidirectional' && !isPrivileged)
      yield forbiddenField('volumeMounts.mountPropagation', words);
}

/** Headers of probes have names of letters, digits and hyphens. */
function* headers(value: JsonObject): Iterable<Cause> {
  const words =
    "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";
  for (const [{ name }] of itemsOf(value, 'httpHeaders')) {
    const text = textOrEmpty(name);
    if (!/^[-A-Za-z0-9]+$/.test(text)) yield invalidValue('httpHeaders', text, words);
  }
}

function* resizeCauses(value: JsonObject): Iterable<Cause> {
  const field = 'resizePolicy';
  const fields = { resourceName: ['cpu', 'memory'], restartPolicy: ['NotRequired', 'RestartContainer'] };
  for (const [policy] of itemsOf(value, field))
    for (const [name, choices] of Object.entries(fields)) {
      const text = textOrEmpty(policy[name]);
      if (text === '') yield requiredValue(field);
      else if (!choices.includes(text)) yield unsupportedValue(field, text, choices);
    }
}

/** The causes of a path that leaves its volume name the list of mounts. */
function* mountPaths(value: JsonObject): Iterable<Cause> {
  for (const [mount] of itemsOf(value, 'volumeMounts'))
    for (const field of ['subPath', 'subPathExpr'])
      yield* volumePathCauses(textOrEmpty(mount[field]), `volumeMounts.${field}`);
}

const sources = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'];

/** Environment variables have a value or one source of it. */
function* envVar({ value = '', valueFrom }: JsonObject): Iterable<Cause> {
  if (!isJsonObject(valueFrom)) return;
  const field = 'valueFrom';
  const { length } = presentFieldNames(valueFrom, sources);
  const none = 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
  if (length === 0) yield invalidValue(field, '', none);
  else if (value !== '') yield invalidValue(field, '', 'may not be specified when `value` is not empty');
  if (length > 1) yield invalidValue(field, '', severalSources);
}

/** The resources of containers that have no domain. */
const standardResources: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

function isStandard(name: string): boolean {
  return standardResources.has(name) || name.startsWith('hugepages-');
}

/** Returns true for a resource that a plugin of nodes offers, such as devices: it is counted. */
function isExtendedName(name: string): boolean {
  return name.includes('/') && !name.includes('kubernetes.io/') && !name.startsWith('requests.');
}

/** Requests stay within limits. */
function* resources(value: JsonObject): Iterable<Cause> {
  const [requests, limits] = [fieldsAt(value, 'requests'), fieldsAt(value, 'limits')];
  const amount = (quantity: JsonValue | undefined) => quantityBillionths(scalarText(quantity)) ?? 0n;
  for (const [list, amounts] of Object.entries({ limits, requests }))
    for (const [name, quantity] of Object.entries(amounts)) {
      const field = `${list}[${name}]`;
      const faults = formCauses('qualified-name', name, field);
      const isUnknown = !name.includes('/') && !isStandard(name);
      yield* faults;
      if (faults.length === 0 && isUnknown)
        yield invalidValue(field, name, 'must be a standard resource type or fully qualified');
      if (isUnknown) yield invalidValue(field, name, 'must be a standard resource for containers');
      if (amount(quantity) < 0n) yield invalidValue(field, quantity, 'must be greater than or equal to 0');
      if (isExtendedName(name) && amount(quantity) % 1_000_000_000n !== 0n)
        yield invalidValue(field, quantity, 'must be an integer');
    }
  for (const [name, quantity] of Object.entries(requests)) {
    const { [name]: limit } = limits;
    const isExtended = name.includes('/') || name.startsWith('hugepages-');
    const excess = amount(quantity) - amount(limit);
    const text = `must be ${isExtended ? 'equal to' : 'less than or equal to'} ${name} limit of ${scalarText(limit)}`;
    if (limit === undefined) {
      if (isExtended) yield requiredValue('limits', 'Limit must be set for non overcommitable resources');
    } else if (isExtended ? excess !== 0n : excess > 0n) yield invalidValue('requests', quantity, text);
  }
}

/** The fields of a security context, in the order in which causes show them. */
const contextFields = [
  'Capabilities Privileged SELinuxOptions WindowsOptions RunAsUser RunAsGroup RunAsNonRoot ReadOnlyRootFilesystem',
  'AllowPrivilegeEscalation ProcMount SeccompProfile AppArmorProfile',
].flatMap((names) => names.split(' '));

function shownContext(value: JsonObject): JsonValue {
  const shown = goStruct(value);
  return Object.fromEntries(contextFields.map((name) => [name, fieldsAt({ shown }, 'shown')[name] ?? null]));
}

/** Privileged containers may raise their privileges. */
function* securityContext(value: JsonObject): Iterable<Cause> {
  if (value.allowPrivilegeEscalation === false && value.privileged === true)
    yield invalidValue(
      '',
      shownContext(value),
      'cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
    );
}

/** Profiles of a node have a path. */
function* seccompProfile({ type, localhostProfile }: JsonObject): Iterable<Cause> {
  const field = 'localhostProfile';
  if (type === 'Localhost' && localhostProfile === undefined)
    yield requiredValue(field, 'must be set when seccomp type is Localhost');
  if (type !== 'Localhost' && localhostProfile !== undefined)
    yield invalidValue(field, localhostProfile, 'can only be set when seccomp type is Localhost');
}

/** Definition → rule. */
export const containerStructRules: Readonly<Record<string, StructRule>> = {
  'core.v1.Container': allRules(container, mountPaths),
  'core.v1.EnvVar': envVar,
  'core.v1.EphemeralContainer': mountPaths,
  'core.v1.HTTPGetAction': allRules(portRule('port'), headers),
  'core.v1.LifecycleHandler': handler,
  'core.v1.Probe': handler,
  'core.v1.ResourceRequirements': resources,
  'core.v1.SeccompProfile': seccompProfile,
  'core.v1.SecurityContext': securityContext,
  'core.v1.TCPSocketAction': portRule('port'),
};
