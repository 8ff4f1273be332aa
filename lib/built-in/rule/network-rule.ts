import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldsAt, isJsonList, scalarText, textOrEmpty } from '../../schema/index.ts';
import { type Cause, forbiddenField, invalidValue, requiredValue } from '../field-cause.ts';
import { portRule } from './container-rule.ts';
import { duplicateValue, formCauses } from './field-rule.ts';
import { causeIf, innerPath, itemsOf, type StructRule, setFields } from './struct-rule.ts';

const service: StructRule = (spec) => {
  const { type, clusterIP } = spec;
  const ports = itemsOf(spec, 'ports');
  const isHeadless = clusterIP === 'None';
  const isExternal = type === 'ExternalName';
  const isExposed = type === 'NodePort' || type === 'LoadBalancer';
  return [
    ...causeIf(ports.length === 0 && !isHeadless && !isExternal, () => requiredValue('ports')),
    ...(isExternal ? externalCauses(spec) : addressCauses(spec)),
    ...causeIf(isHeadless && isExposed, () =>
      invalidValue('clusterIPs[0]', 'None', `may not be set to 'None' for ${textOrEmpty(type)} services`),
    ),
    ...portCauses(spec),
    ...causeIf(!isExposed && spec.externalTrafficPolicy !== undefined && spec.externalIPs === undefined, () =>
      invalidValue(
        'externalTrafficPolicy',
        spec.externalTrafficPolicy,
        'may only be set for externally-accessible services',
      ),
    ),
    ...causeIf(spec.sessionAffinity === 'None' && spec.sessionAffinityConfig !== undefined, () =>
      forbiddenField('sessionAffinityConfig', 'must not be set when session affinity is None'),
    ),
  ];
};

function externalCauses(spec: JsonObject): Cause[] {
  const { externalName = '' } = spec;
  const field = 'externalName';
  const notNone = "may not be set when `type` is 'ExternalName'";
  return [
    ...(externalName === ''
      ? [requiredValue(field)]
      : formCauses('subdomain', textOrEmpty(externalName).replace(/\.$/, ''), field)),
    ...setFields(spec, ['clusterIPs']).map((name) => forbiddenField(name, notNone)),
  ];
}

function addressCauses({ clusterIP, clusterIPs }: JsonObject): Cause[] {
  const list = isJsonList(clusterIPs) ? clusterIPs : clusterIP === undefined ? [] : [clusterIP];
  const first = list[0];
  return [
    ...list.flatMap((address, index) =>
      address === 'None' ? [] : formCauses('ip-address', scalarText(address), `clusterIPs[${index}]`),
    ),
    ...causeIf(clusterIP !== undefined && first !== undefined && clusterIP !== first, () =>
      invalidValue('clusterIPs', list, 'first value must match `clusterIP`'),
    ),
  ];
}

const nodePortRange = [30_000, 32_767] as const;

function portCauses(spec: JsonObject): Cause[] {
  const ports = itemsOf(spec, 'ports');
  const [names, numbers, nodePorts] = [new Set<JsonValue>(), new Set<string>(), new Set<string>()];
  const isNodeLocal = spec.type === 'ClusterIP' || spec.type === 'ExternalName';
  return ports.flatMap(([port, place]) => {
    const { name = '', protocol = '', port: number = 0, nodePort = 0 } = port;
    const key = JSON.stringify([protocol, number]);
    const nodeKey = JSON.stringify([protocol, nodePort]);
    const isRepeated = numbers.has(key);
    const isNameRepeated = name !== '' && names.has(name);
    const isNodePortRepeated = nodePort !== 0 && nodePorts.has(nodeKey);
    numbers.add(key);
    names.add(name);
    nodePorts.add(nodeKey);
    const [least, most] = nodePortRange;
    const isOutside = typeof nodePort === 'number' && nodePort !== 0 && (nodePort < least || nodePort > most);
    return [
      ...causeIf(ports.length > 1 && name === '', () => requiredValue(innerPath(place, 'name'))),
      ...causeIf(isNameRepeated, () => duplicateValue(innerPath(place, 'name'), name)),
      ...causeIf(isRepeated, () => duplicateValue(place, repeatedPort(port))),
      ...causeIf(isNodeLocal && nodePort !== 0, () =>
        forbiddenField(innerPath(place, 'nodePort'), `may not be used when \`type\` is '${textOrEmpty(spec.type)}'`),
      ),
      ...causeIf(isNodePortRepeated, () => duplicateValue(innerPath(place, 'nodePort'), nodePort)),
      ...causeIf(!isNodeLocal && isOutside, () =>
        invalidValue(
          innerPath(place, 'nodePort'),
          nodePort,
          `provided port is not in the valid range. The range of valid ports is ${least}-${most}`,
        ),
      ),
    ];
  });
}

/** Causes show a repeated port with the fields by which it is compared. */
function repeatedPort({ protocol = '', port = 0 }: JsonObject): JsonValue {
  return { Name: '', Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
}

const ingress: StructRule = (spec) =>
  causeIf(spec.rules === undefined && spec.defaultBackend === undefined, () =>
    invalidValue('', spec.rules ?? null, 'either `defaultBackend` or `rules` must be specified'),
  );

const ingressBackend: StructRule = (backend) => {
  const { service: target, resource } = backend;
  const port = fieldsAt(backend, 'service.port');
  const isBoth = isJsonObject(target) && resource !== undefined;
  if (isBoth) return [invalidValue('', '', 'cannot set both resource and service backends')];
  if (!isJsonObject(target)) {
    return causeIf(resource === undefined, () => invalidValue('', '', 'resource or service backend is required'));
  }
  const set = setFields(port, ['name', 'number']);
  return [
    ...causeIf(set.length === 0, () => requiredValue('', 'port name or number is required')),
    ...causeIf(set.length > 1, () => invalidValue('', '', 'cannot set both port name & port number')),
  ];
};

const ingressPath: StructRule = ({ path: text = '', pathType }) => {
  const isPrefix = pathType === 'Prefix' || pathType === 'Exact';
  const field = 'path';
  const isAbsolute = textOrEmpty(text).startsWith('/');
  const bad = ['//', '/./', '/../', '%2f', '%2F'].filter((part) => textOrEmpty(text).includes(part));
  return [
    ...causeIf((isPrefix || text !== '') && !isAbsolute, () => invalidValue(field, text, 'must be an absolute path')),
    ...(isPrefix && isAbsolute ? bad.map((part) => invalidValue(field, text, `must not contain '${part}'`)) : []),
  ];
};

const ingressRule: StructRule = ({ host = '' }) => {
  const text = textOrEmpty(host);
  if (text === '') return [];
  return text.startsWith('*.') ? [] : formCauses('subdomain', text, 'host');
};

const peer: StructRule = (value) => [
  ...causeIf(setFields(value, ['ipBlock', 'podSelector', 'namespaceSelector']).length === 0, () =>
    requiredValue('', 'must specify a peer'),
  ),
  ...causeIf(value.ipBlock !== undefined && setFields(value, ['podSelector', 'namespaceSelector']).length > 0, () =>
    forbiddenField('', 'may not specify both ipBlock and another peer'),
  ),
];

const policyTypes: StructRule = ({ policyTypes: types }) =>
  causeIf(isJsonList(types) && types.length > 2, () =>
    invalidValue('policyTypes', types, 'may not specify more than two policyTypes'),
  );

const subset: StructRule = (value) => [
  ...causeIf(setFields(value, ['addresses', 'notReadyAddresses']).length === 0, () =>
    requiredValue('', 'must specify `addresses` or `notReadyAddresses`'),
  ),
  ...itemsOf(value, 'ports').flatMap(([{ name = '' }, place], _, ports) =>
    causeIf(ports.length > 1 && name === '', () => requiredValue(innerPath(place, 'name'))),
  ),
];

/** Definition → rule. */
export const networkRules: Readonly<Record<string, StructRule>> = {
  'core.v1.ServicePort': (port) => (port.targetPort === 0 ? [] : portRule('targetPort')(port)),
  'core.v1.ServiceSpec': service,
  'networking.v1.HTTPIngressPath': ingressPath,
  'networking.v1.IngressBackend': ingressBackend,
  'networking.v1.IngressRule': ingressRule,
  'networking.v1.IngressSpec': ingress,
  'networking.v1.NetworkPolicyPeer': peer,
  'networking.v1.NetworkPolicyPort': portRule('port'),
  'networking.v1.NetworkPolicySpec': policyTypes,
  'core.v1.EndpointSubset': subset,
};
