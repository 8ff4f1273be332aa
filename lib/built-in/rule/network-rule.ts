import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldsAt, isJsonList, listOf, scalarText, textOrEmpty } from '../../schema/index.ts';
import { type Cause, duplicateValue, forbiddenField, innerPath, invalidValue, requiredValue } from '../field-cause.ts';
import { allRules, itemsOf, presentFieldNames, repetitionTest, type StructRule } from './struct-rule.ts';
import { formCauses, isStrictSubset } from './value-form.ts';

function* service(spec: JsonObject): Iterable<Cause> {
  const { type, clusterIP, externalTrafficPolicy, externalIPs, sessionAffinity, sessionAffinityConfig } = spec;
  const isHeadless = clusterIP === 'None';
  const isExternal = type === 'ExternalName';
  const isExposed = type === 'NodePort' || type === 'LoadBalancer';
  if (itemsOf(spec, 'ports').length === 0 && !isHeadless && !isExternal) yield requiredValue('ports');
  yield* isExternal ? externalCauses(spec) : addressCauses(spec);
  if (isHeadless && isExposed)
    yield invalidValue('clusterIPs[0]', 'None', `may not be set to 'None' for ${textOrEmpty(type)} services`);
  yield* portCauses(spec);
  yield* balancerCauses(spec);
  const words = 'may only be set for externally-accessible services';
  if (!isExposed && externalTrafficPolicy !== undefined && externalIPs === undefined)
    yield invalidValue('externalTrafficPolicy', externalTrafficPolicy, words);
  if (sessionAffinity === 'None' && sessionAffinityConfig !== undefined)
    yield forbiddenField('sessionAffinityConfig', 'must not be set when session affinity is None');
}

/** Only load balancers have the fields of load balancers. */
function* balancerCauses({
  type,
  loadBalancerSourceRanges: ranges,
  loadBalancerClass: name,
  allocateLoadBalancerNodePorts: isAllocated,
}: JsonObject): Iterable<Cause> {
  const isBalanced = type === 'LoadBalancer';
  const words = "may only be used when `type` is 'LoadBalancer'";
  // API servers name the field as Go does.
  const field = 'LoadBalancerSourceRanges';
  if (ranges !== undefined && !isBalanced) yield forbiddenField(field, words);
  for (const [index, range] of listOf(ranges).entries())
    yield* formCauses('cidr', scalarText(range).trim(), `${field}[${index}]`);
  if (isAllocated !== undefined && !isBalanced) yield forbiddenField('allocateLoadBalancerNodePorts', words);
  if (name === undefined) return;
  if (isBalanced) yield* formCauses('qualified-name', textOrEmpty(name), 'loadBalancerClass');
  else yield forbiddenField('loadBalancerClass', words);
}

function* externalCauses(spec: JsonObject): Iterable<Cause> {
  const { externalName = '' } = spec;
  const field = 'externalName';
  if (externalName === '') yield requiredValue(field);
  else yield* formCauses('subdomain', textOrEmpty(externalName).replace(/\.$/, ''), field);
  for (const name of presentFieldNames(spec, ['clusterIPs']))
    yield forbiddenField(name, "may not be set when `type` is 'ExternalName'");
}

function* addressCauses({ clusterIP, clusterIPs }: JsonObject): Iterable<Cause> {
  const list = isJsonList(clusterIPs) ? clusterIPs : clusterIP === undefined ? [] : [clusterIP];
  for (const [index, address] of list.entries())
    if (address !== 'None') yield* formCauses('ip-address', scalarText(address), `clusterIPs[${index}]`);
  const [first] = list;
  if (clusterIP !== undefined && first !== undefined && clusterIP !== first)
    yield invalidValue('clusterIPs', list, 'first value must match `clusterIP`');
}

const [leastNodePort, mostNodePort] = [30_000, 32_767];

function* portCauses(spec: JsonObject): Iterable<Cause> {
  const { type } = spec;
  const ports = itemsOf(spec, 'ports');
  const [isNameRepeated, isRepeated, isNodePortRepeated] = [repetitionTest(), repetitionTest(), repetitionTest()];
  const isNodeLocal = type === 'ClusterIP' || type === 'ExternalName';
  for (const [port, place] of ports) {
    const { name = '', protocol = '', port: number = 0, nodePort = 0 } = port;
    const [nameField, nodePortField] = [innerPath(place, 'name'), innerPath(place, 'nodePort')];
    if (ports.length > 1 && name === '') yield requiredValue(nameField);
    if (name !== '' && isNameRepeated(name)) yield duplicateValue(nameField, name);
    if (isRepeated(JSON.stringify([protocol, number]))) yield duplicateValue(place, repeatedPort(port));
    if (nodePort === 0) continue;
    const isOutside = typeof nodePort === 'number' && (nodePort < leastNodePort || nodePort > mostNodePort);
    if (isNodeLocal) yield forbiddenField(nodePortField, `may not be used when \`type\` is '${textOrEmpty(type)}'`);
    if (isNodePortRepeated(JSON.stringify([protocol, nodePort]))) yield duplicateValue(nodePortField, nodePort);
    const words = 'provided port is not in the valid range. The range of valid ports is';
    if (!isNodeLocal && isOutside)
      yield invalidValue(nodePortField, nodePort, `${words} ${leastNodePort}-${mostNodePort}`);
  }
}

/** Causes show a repeated port with the fields by which it is compared. */
function repeatedPort({ protocol = '', port = 0 }: JsonObject): JsonValue {
  return { Name: '', Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
}

function* ingress({ rules, defaultBackend }: JsonObject): Iterable<Cause> {
  if (rules === undefined && defaultBackend === undefined)
    yield invalidValue('', null, 'either `defaultBackend` or `rules` must be specified');
}

function* ingressBackend({ service: target, resource }: JsonObject): Iterable<Cause> {
  if (!isJsonObject(target)) {
    if (resource === undefined) yield invalidValue('', '', 'resource or service backend is required');
  } else if (resource !== undefined) yield invalidValue('', '', 'cannot set both resource and service backends');
  else {
    const { length } = presentFieldNames(fieldsAt(target, 'port'), ['name', 'number']);
    if (length === 0) yield requiredValue('', 'port name or number is required');
    if (length > 1) yield invalidValue('', '', 'cannot set both port name & port number');
  }
}

function* ingressPath({ path = '', pathType }: JsonObject): Iterable<Cause> {
  const text = textOrEmpty(path);
  const isPrefix = pathType === 'Prefix' || pathType === 'Exact';
  if ((isPrefix || path !== '') && !text.startsWith('/')) yield invalidValue('path', path, 'must be an absolute path');
  else if (isPrefix)
    for (const part of ['//', '/./', '/../', '%2f', '%2F'])
      if (text.includes(part)) yield invalidValue('path', path, `must not contain '${part}'`);
}

const ingressRule: StructRule = ({ host }) => {
  const text = textOrEmpty(host);
  return text === '' || text.startsWith('*.') ? [] : formCauses('subdomain', text, 'host');
};

function* peer(value: JsonObject): Iterable<Cause> {
  const selectors = presentFieldNames(value, ['podSelector', 'namespaceSelector']);
  if (value.ipBlock === undefined && selectors.length === 0) yield requiredValue('', 'must specify a peer');
  if (value.ipBlock !== undefined && selectors.length > 0)
    yield forbiddenField('', 'may not specify both ipBlock and another peer');
}

/** Exceptions are parts of their block. */
function* addressBlock({ cidr, except }: JsonObject): Iterable<Cause> {
  const block = textOrEmpty(cidr);
  if (formCauses('cidr', block, '').length > 0) return;
  for (const [index, exception] of listOf(except).entries()) {
    const [text, field] = [textOrEmpty(exception), `except[${index}]`];
    const faults = formCauses('cidr', text, field);
    yield* faults;
    if (faults.length === 0 && !isStrictSubset(text, block))
      yield invalidValue(field, text, 'must be a strict subset of `cidr`');
  }
}

/** Ranges of ports begin with a number. */
function* portRange({ port, endPort }: JsonObject): Iterable<Cause> {
  const field = 'endPort';
  if (typeof endPort !== 'number') return;
  if (typeof port !== 'number') {
    const state = port === undefined ? 'not specified' : 'non-numeric';
    yield invalidValue(field, endPort, `may not be specified when \`port\` is ${state}`);
    return;
  }
  if (endPort < port) yield invalidValue(field, port, 'must be greater than or equal to `port`');
  yield* portNumberCauses(endPort, field);
}

function* policyTypes({ policyTypes: types }: JsonObject): Iterable<Cause> {
  if (isJsonList(types) && types.length > 2)
    yield invalidValue('policyTypes', types, 'may not specify more than two policyTypes');
}

/** The addresses and ports of Endpoints. */
function* subset(value: JsonObject): Iterable<Cause> {
  const ports = itemsOf(value, 'ports');
  if (presentFieldNames(value, ['addresses', 'notReadyAddresses']).length === 0)
    yield requiredValue('', 'must specify `addresses` or `notReadyAddresses`');
  for (const [{ name = '' }, place] of ports)
    if (ports.length > 1 && name === '') yield requiredValue(innerPath(place, 'name'));
}

/** Definition → rule. */
export const networkRules: Readonly<Record<string, StructRule>> = {
  'core.v1.ServicePort': (port) => (port.targetPort === 0 ? [] : portRule('targetPort')(port)),
  'core.v1.ServiceSpec': service,
  'networking.v1.HTTPIngressPath': ingressPath,
  'networking.v1.IngressBackend': ingressBackend,
  'networking.v1.IngressRule': ingressRule,
  'networking.v1.IngressSpec': ingress,
  'networking.v1.IPBlock': addressBlock,
  'networking.v1.NetworkPolicyPeer': peer,
  'networking.v1.NetworkPolicyPort': allRules(portRule('port'), portRange),
  'networking.v1.NetworkPolicySpec': policyTypes,
  'core.v1.EndpointSubset': subset,
};

/** Returns the rule of a port by number or name. */
export function portRule(field: string): StructRule {
  return function* portCauses({ [field]: port }) {
    if (typeof port === 'string') yield* formCauses('port-name', port, field);
    else if (typeof port === 'number') yield* portNumberCauses(port, field);
  };
}

function* portNumberCauses(port: number, field: string): Iterable<Cause> {
  if (port < 1 || port > 65535) yield invalidValue(field, port, 'must be between 1 and 65535, inclusive');
}
