// In: a struct of a built-in kind, with the defaults that don't depend on other fields. Out: the struct with those that do. The
// data script prints these fields: `node .config/built-in-data.ts`.

import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldAt, fieldsAt, fieldsIn, isJsonList, textMap, textOrEmpty } from '../../schema/index.ts';

type Derived = (value: JsonObject) => JsonObject;

/** Returns a struct with values for absent fields. */
function filled(value: JsonObject, fields: JsonObject): JsonObject {
  const absent = Object.entries(fields).filter(([name]) => value[name] === undefined);
  return absent.length === 0 ? value : { ...value, ...Object.fromEntries(absent) };
}

/** Returns a struct with a changed inner struct. */
function within(value: JsonObject, field: string, change: Derived): JsonObject {
  const inner = value[field];
  return isJsonObject(inner) ? { ...value, [field]: change(inner) } : value;
}

/** Returns a struct with changed items of its lists. */
function withItems(value: JsonObject, fields: readonly string[], change: Derived): JsonObject {
  const lists = fields.flatMap((field): [string, JsonValue][] => {
    const list = value[field];
    return isJsonList(list) ? [[field, list.map((item) => (isJsonObject(item) ? change(item) : item))]] : [];
  });
  return { ...value, ...Object.fromEntries(lists) };
}

/** Rolling updates have parameters, whose own defaults follow. */
const rolling: Derived = (strategy) =>
  strategy.type === 'RollingUpdate' ? filled(strategy, { rollingUpdate: {} }) : strategy;

/** Images without a tag, and those with the tag `latest`, are pulled always. */
function pullPolicy(image: JsonValue | undefined): string {
  const [name = '', digest] = textOrEmpty(image).split('@');
  const tag = name.slice(name.lastIndexOf('/') + 1).split(':')[1] ?? (digest === undefined ? 'latest' : '');
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}

const container: Derived = (value) => filled(value, { imagePullPolicy: pullPolicy(value.image) });

/** Containers of pods request the amounts of their limits. */
function requestsOfLimits(value: JsonObject): JsonObject {
  return within(value, 'resources', (resources) => {
    const { limits, requests } = resources;
    return isJsonObject(limits) ? { ...resources, requests: { ...limits, ...fieldsIn(requests) } } : resources;
  });
}

function withHostPorts(spec: JsonObject): JsonObject {
  return withItems(spec, ['containers', 'initContainers'], (each) =>
    withItems(each, ['ports'], (port) => filled(port, { hostPort: port.containerPort ?? 0 })),
  );
}

const pod: Derived = (value) =>
  within(value, 'spec', (spec) => {
    const whole = filled(spec, { enableServiceLinks: true });
    const requested = withItems(whole, ['containers', 'initContainers'], requestsOfLimits);
    return spec.hostNetwork === true ? withHostPorts(requested) : requested;
  });

const podSpec: Derived = (spec) => {
  const { serviceAccountName, serviceAccount } = spec;
  const account = serviceAccountName ?? serviceAccount;
  return account === undefined ? spec : { ...spec, serviceAccountName: account, serviceAccount: account };
};

const volume: Derived = (value) => {
  const isSourceless = Object.keys(value).every((name) => name === 'name');
  return isSourceless ? { ...value, emptyDir: {} } : value;
};

const job: Derived = (value) => {
  const template = fieldAt(value, 'spec.template.metadata.labels');
  const isLabelled = fieldAt(value, 'metadata.labels') !== undefined;
  const labels = Object.keys(textMap(template)).length === 0 || isLabelled ? {} : { labels: template ?? null };
  const labelled = { ...value, metadata: { ...fieldsAt(value, 'metadata'), ...labels } };
  return within(labelled, 'spec', (spec) => {
    const isSingle = spec.completions === undefined && spec.parallelism === undefined;
    return filled(spec, {
      ...(isSingle && { completions: 1 }),
      parallelism: 1,
      backoffLimit: spec.backoffLimitPerIndex === undefined ? 6 : 2_147_483_647,
      completionMode: 'NonIndexed',
      suspend: false,
      manualSelector: false,
      podReplacementPolicy: spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed',
    });
  });
};

/** ReplicationControllers, and templates of other kinds in old versions, take labels and selector from their template. */
const replicationController: Derived = (value) => {
  const labels = fieldAt(value, 'spec.template.metadata.labels');
  if (labels === undefined) return value;
  const metadata = fieldsAt(value, 'metadata');
  return within({ ...value, metadata: filled(metadata, { labels }) }, 'spec', (spec) =>
    filled(spec, { selector: labels }),
  );
};

const service: Derived = (value) => {
  const { type, externalIPs, sessionAffinity } = value;
  const { sessionAffinityConfig: _, ...bare } = value;
  const spec = sessionAffinity === 'None' ? bare : value;
  const isExposed = type === 'NodePort' || type === 'LoadBalancer';
  return filled(spec, {
    ...(sessionAffinity === 'ClientIP' && { sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } }),
    ...((isExposed || (type === 'ClusterIP' && externalIPs !== undefined)) && { externalTrafficPolicy: 'Cluster' }),
    ...(type !== 'ExternalName' && { internalTrafficPolicy: 'Cluster' }),
    ...(type === 'LoadBalancer' && { allocateLoadBalancerNodePorts: true }),
  });
};

/** The annotation counts the changes of the template; the API server sets its value. */
const daemonSet: Derived = (value) =>
  within(value, 'metadata', (metadata) => ({
    ...metadata,
    annotations: { [templateGeneration]: '0', ...fieldsIn(metadata.annotations) },
  }));

/** The annotation of DaemonSets that counts the changes of their template. */
export const templateGeneration = 'deprecated.daemonset.template.generation';

/** A limit of containers is also the default limit, and that is the default request. */
const limitRangeItem: Derived = (item) => {
  if (item.type !== 'Container') return item;
  const limits = { ...fieldsIn(item.max), ...fieldsIn(item.default) };
  const requests = { ...fieldsIn(item.min), ...limits, ...fieldsIn(item.defaultRequest) };
  return { ...item, default: limits, defaultRequest: requests };
};

/** The texts of a Secret become part of its data. */
const secret: Derived = ({ stringData, ...value }) => {
  const written = Object.entries(textMap(stringData)).map(([key, text]): [string, string] => [
    key,
    Buffer.from(text).toString('base64'),
  ]);
  const data = { ...textMap(value.data), ...Object.fromEntries(written) };
  const { data: _, ...others } = value;
  return { ...others, ...(Object.keys(data).length > 0 && { data }), type: value.type ?? 'Opaque' };
};

const namespace: Derived = (value) => {
  const { name } = fieldsAt(value, 'metadata');
  if (name === undefined) return value;
  return within(value, 'metadata', (metadata) => ({
    ...metadata,
    labels: { ...fieldsIn(metadata.labels), 'kubernetes.io/metadata.name': name },
  }));
};

const scaling: Derived = (value) => {
  const withDefaults = (field: string, fields: JsonObject, policies: readonly JsonObject[]) => (each: JsonObject) =>
    within(each, field, (rules) => filled(rules, { ...fields, policies }));
  const percent = { type: 'Percent', value: 100, periodSeconds: 15 };
  const up = withDefaults('scaleUp', { stabilizationWindowSeconds: 0 }, [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    percent,
  ]);
  return withDefaults('scaleDown', {}, [percent])(up(value));
};

/** Definition, without `io.k8s.api.` → its further defaults. */
export const derivedDefaults: Readonly<Record<string, Derived>> = {
  'apps.v1.DaemonSet': daemonSet,
  'apps.v1.DaemonSetUpdateStrategy': rolling,
  'apps.v1.DeploymentStrategy': rolling,
  'apps.v1.StatefulSetSpec': (value) =>
    withItems(value, ['volumeClaimTemplates'], (claim) =>
      filled(claim, { apiVersion: 'v1', kind: 'PersistentVolumeClaim', status: { phase: 'Pending' } }),
    ),
  'apps.v1.StatefulSetUpdateStrategy': rolling,
  'autoscaling.v2.HorizontalPodAutoscalerBehavior': scaling,
  'batch.v1.Job': job,
  'core.v1.Container': container,
  'core.v1.EphemeralContainerCommon': container,
  'core.v1.ImageVolumeSource': (value) => filled(value, { pullPolicy: pullPolicy(value.reference) }),
  'core.v1.LimitRangeItem': limitRangeItem,
  'core.v1.Namespace': namespace,
  'core.v1.NodeSpec': (value) => (value.podCIDR === undefined ? value : filled(value, { podCIDRs: [value.podCIDR] })),
  'core.v1.Pod': pod,
  'core.v1.PodSpec': podSpec,
  'core.v1.ReplicationController': replicationController,
  'core.v1.Secret': secret,
  'core.v1.ServicePort': (value) => filled(value, { targetPort: value.port ?? 0 }),
  'core.v1.ServiceSpec': service,
  'core.v1.Volume': volume,
  'networking.v1.NetworkPolicySpec': (value) =>
    filled(value, { policyTypes: value.egress === undefined ? ['Ingress'] : ['Ingress', 'Egress'] }),
  'rbac.v1.Subject': (value) =>
    value.kind === 'User' || value.kind === 'Group' ? filled(value, { apiGroup: 'rbac.authorization.k8s.io' }) : value,
};
