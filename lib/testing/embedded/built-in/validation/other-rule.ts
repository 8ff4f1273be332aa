// The rules of autoscalers, budgets, roles, webhooks and other small kinds.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import { isJsonList } from '../../../../schema/index.ts';
import { scalarText, textOrEmpty, valueAt } from '../../object.ts';
import { type Cause, invalidValue, requiredValue, unsupportedValue } from '../../status-error.ts';
import { formCauses } from './field-rule.ts';
import { all, inner, innerPath, itemsOf, type StructRule, setFields, when } from './struct.ts';

const autoscaler: StructRule = (spec, path) => {
  const { minReplicas, maxReplicas = 0 } = spec;
  const field = innerPath(path, 'maxReplicas');
  const version = textOrEmpty(inner(spec, 'scaleTargetRef').apiVersion);
  const isSmall = typeof minReplicas === 'number' && typeof maxReplicas === 'number' && maxReplicas < minReplicas;
  return [
    ...when(isSmall && maxReplicas !== 0, () =>
      invalidValue(field, maxReplicas, 'must be greater than or equal to `minReplicas`'),
    ),
    ...when(maxReplicas === 0, () => requiredValue(field, 'must be set and greater than 0')),
    ...when(!version.includes('/') && version !== 'v1', () =>
      invalidValue(innerPath(path, 'scaleTargetRef.apiVersion'), version, 'apiVersion must specify API group'),
    ),
  ];
};

const metricSources: Readonly<Record<string, string>> = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
};

const metric: StructRule = (value, path) => {
  const name = metricSources[textOrEmpty(value.type)];
  return when(name !== undefined && value[name] === undefined, () =>
    requiredValue(innerPath(path, name ?? ''), 'must populate information for the given metric source'),
  );
};

const target: StructRule = ({ type = '' }, path) =>
  when(!['Utilization', 'Value', 'AverageValue', ''].includes(textOrEmpty(type)), () =>
    invalidValue(innerPath(path, 'type'), type, 'must be either Utilization, Value, or AverageValue'),
  );

const podsMetric: StructRule = (value, path) =>
  when(inner(value, 'target').averageValue === undefined, () =>
    requiredValue(innerPath(path, 'target.averageValue'), 'must specify a positive target averageValue'),
  );

const resourceMetric: StructRule = (value, path) =>
  when(setFields(inner(value, 'target'), ['averageUtilization', 'averageValue']).length === 0, () =>
    requiredValue(
      innerPath(path, 'target.averageUtilization'),
      'must set either a target raw value or a target utilization',
    ),
  );

/** Budgets count pods or percents, and not both. */
const budget: StructRule = (spec, path) => [
  ...when(spec.minAvailable !== undefined && spec.maxUnavailable !== undefined, () =>
    invalidValue(path, budgetShown(spec), 'minAvailable and maxUnavailable cannot be both set'),
  ),
];

function budgetShown(spec: JsonObject): JsonValue {
  return {
    MinAvailable: spec.minAvailable ?? null,
    Selector: spec.selector ?? null,
    MaxUnavailable: spec.maxUnavailable ?? null,
    UnhealthyPodEvictionPolicy: spec.unhealthyPodEvictionPolicy ?? null,
  };
}

/** Rules of roles name resources or URLs. */
function roleRules(isClusterWide: boolean): StructRule {
  return (role, path) =>
    itemsOf(role, 'rules', path).flatMap(([rule, place]) => {
      if (rule.nonResourceURLs === undefined) {
        return [
          ...when(rule.apiGroups === undefined, () =>
            requiredValue(innerPath(place, 'apiGroups'), 'resource rules must supply at least one api group'),
          ),
          ...when(rule.resources === undefined, () =>
            requiredValue(innerPath(place, 'resources'), 'resource rules must supply at least one resource'),
          ),
        ];
      }
      const field = innerPath(place, 'nonResourceURLs');
      return [
        ...when(!isClusterWide, () =>
          invalidValue(field, rule.nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs'),
        ),
        ...when(setFields(rule, ['apiGroups', 'resources', 'resourceNames']).length > 0, () =>
          invalidValue(
            field,
            rule.nonResourceURLs,
            'rules cannot apply to both regular resources and non-resource URLs',
          ),
        ),
      ];
    });
}

function binding(kinds: readonly string[]): StructRule {
  return (value, path) => {
    const { kind = '' } = inner(value, 'roleRef');
    return when(!kinds.includes(textOrEmpty(kind)), () =>
      unsupportedValue(innerPath(path, 'roleRef.kind'), kind, kinds),
    );
  };
}

const subject: StructRule = ({ kind, name = '' }, path) =>
  kind !== 'ServiceAccount' || name === '' ? [] : formCauses('subdomain', textOrEmpty(name), innerPath(path, 'name'));

/** ServiceAccounts of a binding without a namespace have their own. */
const clusterSubjects: StructRule = (value, path) =>
  itemsOf(value, 'subjects', path).flatMap(([{ kind, namespace = '' }, place]) =>
    when(kind === 'ServiceAccount' && namespace === '', () => requiredValue(innerPath(place, 'namespace'))),
  );

const reviewVersions = ['v1', 'v1beta1'];

const webhook: StructRule = (hook, path) => {
  const { name = '', admissionReviewVersions: versions } = hook;
  const field = innerPath(path, 'admissionReviewVersions');
  const list = isJsonList(versions) ? versions : [];
  const text = textOrEmpty(name);
  const nameFaults = formCauses('subdomain', text, innerPath(path, 'name'));
  return [
    ...(text === '' ? [] : nameFaults),
    ...when(text !== '' && nameFaults.length === 0 && text.split('.').length < 3, () =>
      invalidValue(innerPath(path, 'name'), text, 'should be a domain with at least three segments separated by dots'),
    ),
    ...list.flatMap((version, index) =>
      when(list.indexOf(version) < index, () => invalidValue(`${field}[${index}]`, version, 'duplicate version')),
    ),
    ...when(list.length > 0 && !list.some((version) => reviewVersions.includes(textOrEmpty(version))), () =>
      invalidValue(field, list, 'must include at least one of v1, v1beta1'),
    ),
  ];
};

/** API servers confuse the two fields of a Service's address. */
const swapped: Readonly<Record<string, string>> = { name: 'namespace', namespace: 'name' };

const webhookClient: StructRule = (client, path) => {
  const set = setFields(client, ['url', 'service']);
  const target = inner(client, 'service');
  return [
    ...when(set.length !== 1, () => requiredValue(path, 'exactly one of url or service is required')),
    ...(isJsonObject(client.service)
      ? ['name', 'namespace'].flatMap((name) =>
          when(textOrEmpty(target[name]) === '', () =>
            requiredValue(innerPath(path, `service.${swapped[name] ?? ''}`)),
          ),
        )
      : []),
  ];
};

/** Policies name resources; the bindings of a policy needn't. */
const matched: StructRule = (spec, path) =>
  when(isJsonObject(spec.matchConstraints) && inner(spec, 'matchConstraints').resourceRules === undefined, () =>
    requiredValue(innerPath(path, 'matchConstraints.resourceRules')),
  );

const policy: StructRule = (spec, path) =>
  when(setFields(spec, ['validations', 'auditAnnotations']).length === 0, () =>
    requiredValue(
      innerPath(path, 'auditAnnotations'),
      'validations or auditAnnotations must contain at least one item',
    ),
  );

const secretKeys: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
};

/** Secrets of known types have keys. */
const secret: StructRule = ({ type, data }) => {
  const keys = secretKeys[textOrEmpty(type)] ?? [];
  const missing = (key: string) => valueAt(data, [key]) === undefined;
  if (type === 'kubernetes.io/basic-auth' && missing('username') && missing('password')) {
    return [requiredValue('data[username]'), requiredValue('data[password]')];
  }
  return keys.filter(missing).map((key) => requiredValue(`data[${key}]`));
};

const limitRangeItem: StructRule = ({ type, min, max }, path) => {
  const isBounded = [min, max].some((each) => valueAt(each, ['storage']) !== undefined);
  const text = 'either minimum or maximum storage value is required, but neither was provided';
  return when(type === 'PersistentVolumeClaim' && !isBounded, () => requiredValue(innerPath(path, 'limits'), text));
};

const attachmentSource: StructRule = (source, path) =>
  when(setFields(source, ['persistentVolumeName', 'inlineVolumeSpec']).length !== 1, () =>
    requiredValue(path, 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'),
  );

const subset: StructRule = (value, path) => [
  ...when(setFields(value, ['addresses', 'notReadyAddresses']).length === 0, () =>
    requiredValue(path, 'must specify `addresses` or `notReadyAddresses`'),
  ),
  ...itemsOf(value, 'ports', path).flatMap(([{ name = '' }, place], _, ports) =>
    when(ports.length > 1 && name === '', () => requiredValue(innerPath(place, 'name'))),
  ),
];

const apiService: StructRule = ({ metadata, spec }) => {
  const [name, group, version] = [
    valueAt(metadata, ['name']),
    scalarText(valueAt(spec, ['group'])),
    scalarText(valueAt(spec, ['version'])),
  ];
  const wanted = `${version}.${group}`;
  return when(name !== wanted, () =>
    invalidValue('metadata.name', name, `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`),
  );
};

/** Events are in the namespace of their object; those of cluster-wide objects are in two namespaces. */
function event(field: string): StructRule {
  return (value) => {
    const namespace = scalarText(valueAt(value, ['metadata', 'namespace']));
    const written = scalarText(valueAt(value, [field, 'namespace']));
    const isPlaced =
      written === ''
        ? namespace === 'default' || namespace === 'kube-system'
        : written === namespace || field === 'regarding';
    return when(!isPlaced, () => invalidValue('involvedObject.namespace', written, 'does not match event.namespace'));
  };
}

const deviceRequest: StructRule = (request, path): readonly Cause[] =>
  when(setFields(request, ['exactly', 'firstAvailable']).length !== 1, () =>
    requiredValue(path, 'exactly one of `exactly` or `firstAvailable` is required'),
  );

/** Definition → rule. */
export const otherRules: Readonly<Record<string, StructRule>> = {
  'admissionregistration.v1.MutatingWebhook': webhook,
  'admissionregistration.v1.MutatingAdmissionPolicySpec': matched,
  'admissionregistration.v1.ValidatingAdmissionPolicySpec': all(matched, policy),
  'admissionregistration.v1.ValidatingWebhook': webhook,
  'admissionregistration.v1.WebhookClientConfig': webhookClient,
  'autoscaling.v1.HorizontalPodAutoscalerSpec': autoscaler,
  'autoscaling.v2.HorizontalPodAutoscalerSpec': autoscaler,
  'autoscaling.v2.MetricSpec': metric,
  'autoscaling.v2.MetricTarget': target,
  'autoscaling.v2.PodsMetricSource': podsMetric,
  'autoscaling.v2.ResourceMetricSource': resourceMetric,
  'core.v1.EndpointSubset': subset,
  'core.v1.Event': event('involvedObject'),
  'core.v1.LimitRangeItem': limitRangeItem,
  'core.v1.Secret': secret,
  'events.v1.Event': event('regarding'),
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService': apiService,
  'policy.v1.PodDisruptionBudgetSpec': budget,
  'rbac.v1.ClusterRole': roleRules(true),
  'rbac.v1.ClusterRoleBinding': all(binding(['ClusterRole']), clusterSubjects),
  'rbac.v1.Role': roleRules(false),
  'rbac.v1.RoleBinding': binding(['Role', 'ClusterRole']),
  'rbac.v1.Subject': subject,
  'resource.v1.DeviceRequest': deviceRequest,
  'storage.v1.VolumeAttachmentSource': attachmentSource,
};
