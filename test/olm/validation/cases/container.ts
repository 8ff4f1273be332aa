import type { BadCase } from '../corpus/bad-case.ts';
import { csv } from '../corpus/minimal-bundle.ts';
import { metricsService } from '../corpus/scaffolded-bundle.ts';

const pod = 'spec.install.spec.deployments[0].spec.template.spec';
const manager = `${pod}.containers[0]`;
const terms = 'requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';

/** Containers that can't be started, or not be found when they are. */
export const containerCases: readonly BadCase[] = [
  {
    rule: 'object-required',
    severity: 'error',
    title: 'a pod without containers',
    edit: (draft) => draft.set(csv, `${pod}.containers`, []),
    file: csv,
    path: `${pod}.containers`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a container whose name has an underscore',
    edit: (draft) => draft.set(csv, `${manager}.name`, 'the_manager'),
    file: csv,
    path: `${manager}.name`,
  },
  {
    rule: 'object-duplicate',
    severity: 'error',
    title: 'two containers of one name, one of which runs first',
    edit: (draft) =>
      draft.append(csv, `${pod}.initContainers`, { name: 'manager', image: 'example.com/caches/cache-operator:1.2.0' }),
    file: csv,
    path: `${pod}.initContainers[0].name`,
  },
  {
    rule: 'object-required',
    severity: 'error',
    title: 'a container without an image',
    edit: (draft) => draft.remove(csv, `${manager}.image`),
    file: csv,
    path: `${manager}.image`,
  },
  {
    rule: 'container-image',
    severity: 'error',
    title: 'an image with a capital in its repository',
    edit: (draft) => draft.set(csv, `${manager}.image`, 'example.com/caches/Cache-Operator:1.2.0'),
    file: csv,
    path: `${manager}.image`,
  },
  {
    rule: 'container-image',
    severity: 'error',
    title: 'an image with half a digest',
    edit: (draft) => draft.set(csv, `${manager}.image`, `example.com/caches/cache-operator@sha256:${'0'.repeat(40)}`),
    file: csv,
    path: `${manager}.image`,
  },
  {
    rule: 'container-image-tag',
    severity: 'warning',
    title: 'an image of the tag latest',
    edit: (draft) => {
      draft.set(csv, `${manager}.image`, 'example.com/caches/cache-operator:latest');
      draft.remove(csv, 'spec.relatedImages');
    },
    file: csv,
    path: `${manager}.image`,
  },
  {
    rule: 'container-image-tag',
    severity: 'warning',
    title: 'an image without a tag, of a host with a port',
    edit: (draft) => {
      draft.set(csv, `${manager}.image`, 'example.com:5000/caches/cache-operator');
      draft.remove(csv, 'spec.relatedImages');
    },
    file: csv,
    path: `${manager}.image`,
    also: ['catalog-image-unused'],
  },
  {
    rule: 'related-image-missing',
    severity: 'warning',
    title: 'a container whose image mirrors leave out',
    edit: (draft) => {
      draft.set(csv, `${manager}.image`, 'example.com/caches/cache-operator:1.2.1');
      draft.set(csv, 'metadata.annotations.containerImage', 'example.com/caches/cache-operator:1.2.1');
    },
    file: csv,
    path: `${manager}.image`,
  },
  {
    rule: 'related-image-missing',
    severity: 'warning',
    title: 'an image in a variable that mirrors leave out',
    base: 'scaffolded',
    edit: (draft) =>
      draft.append('manifests/database-operator.clusterserviceversion.yaml', `${manager}.env`, {
        name: 'RELATED_IMAGE_MYSQL',
        value: 'example.com/databases/mysql:8.4',
      }),
    file: 'manifests/database-operator.clusterserviceversion.yaml',
    path: `${manager}.env[2].value`,
  },
  {
    rule: 'related-image-missing',
    severity: 'warning',
    title: 'no list of images, and the claim to need no network',
    base: 'dependent',
    edit: (draft) => {
      draft.set(csv, 'spec.relatedImages', []);
      draft.remove(csv, `${manager}.env`);
    },
    file: csv,
    path: `${manager}.image`,
  },
  {
    rule: 'container-requests',
    severity: 'warning',
    title: 'a container that requests nothing',
    edit: (draft) => {
      draft.remove(csv, `${manager}.resources.requests`);
      draft.remove(csv, `${manager}.resources.limits.cpu`);
    },
    file: csv,
    path: `${manager}.resources.requests`,
    says: /Kubernetes reserves its limits/,
  },
  {
    rule: 'container-requests',
    severity: 'warning',
    title: 'a container that requests nothing and has no limit',
    edit: (draft) => draft.remove(csv, `${manager}.resources`),
    file: csv,
    path: `${manager}.resources.requests`,
    says: /evicted first/,
  },
  {
    rule: 'field-type',
    severity: 'error',
    title: 'an amount of memory that is none',
    edit: (draft) => draft.set(csv, `${manager}.resources.limits.memory`, '128MB'),
    file: csv,
    path: `${manager}.resources.limits.memory`,
  },
  {
    rule: 'object-forbidden',
    severity: 'error',
    title: 'a volume that is smaller than nothing',
    edit: (draft) => {
      draft.set(csv, `${pod}.volumes`, [{ name: 'scratch', emptyDir: { sizeLimit: '-1Gi' } }]);
      draft.set(csv, `${manager}.volumeMounts`, [{ name: 'scratch', mountPath: '/scratch' }]);
    },
    file: csv,
    path: `${pod}.volumes[0].emptyDir.sizeLimit`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a request beyond the limit',
    edit: (draft) => draft.set(csv, `${manager}.resources.requests.memory`, '1Gi'),
    file: csv,
    path: `${manager}.resources.requests`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a port beyond the last',
    edit: (draft) => draft.set(csv, `${manager}.ports[0].containerPort`, 80_810),
    file: csv,
    path: `${manager}.ports[0].containerPort`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a port whose name is too long',
    edit: (draft) => draft.append(csv, `${manager}.ports`, { name: 'operator-metrics', containerPort: 8080 }),
    file: csv,
    path: `${manager}.ports[1].name`,
  },
  {
    rule: 'object-duplicate',
    severity: 'error',
    title: 'two ports of one name',
    edit: (draft) => draft.append(csv, `${manager}.ports`, { name: 'health', containerPort: 8080 }),
    file: csv,
    path: `${manager}.ports[1].name`,
  },
  {
    rule: 'container-probe',
    severity: 'error',
    title: 'a probe of a port that the container has not',
    edit: (draft) => draft.set(csv, `${manager}.readinessProbe.httpGet.port`, 'ready'),
    file: csv,
    path: `${manager}.readinessProbe.httpGet.port`,
    says: /name health/,
  },
  {
    rule: 'object-required',
    severity: 'error',
    title: 'a probe that asks nothing',
    edit: (draft) => draft.remove(csv, `${manager}.livenessProbe.httpGet`),
    file: csv,
    path: `${manager}.livenessProbe`,
  },
  {
    rule: 'object-forbidden',
    severity: 'error',
    title: 'a probe that asks in two ways',
    edit: (draft) => draft.set(csv, `${manager}.livenessProbe.tcpSocket`, { port: 8081 }),
    file: csv,
    path: `${manager}.livenessProbe.tcpSocket`,
  },
  {
    rule: 'choice',
    severity: 'error',
    title: 'a policy of pulling that there is none of',
    edit: (draft) => draft.set(csv, `${manager}.imagePullPolicy`, 'IfNotExists'),
    file: csv,
    path: `${manager}.imagePullPolicy`,
  },
  {
    rule: 'choice',
    severity: 'error',
    title: 'a node that is chosen by an operator that there is none of',
    base: 'scaffolded',
    edit: (draft) =>
      draft.set(
        'manifests/database-operator.clusterserviceversion.yaml',
        `${pod}.affinity.nodeAffinity.${terms}[0].matchExpressions[1].operator`,
        'Equals',
      ),
    file: 'manifests/database-operator.clusterserviceversion.yaml',
    path: `${pod}.affinity.nodeAffinity.${terms}[0].matchExpressions[1].operator`,
  },
  {
    rule: 'container-user',
    severity: 'error',
    title: 'root with runAsNonRoot',
    edit: (draft) => draft.set(csv, `${manager}.securityContext.runAsUser`, 0),
    file: csv,
    path: `${manager}.securityContext.runAsUser`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a privileged container that may have no more privileges',
    edit: (draft) => draft.set(csv, `${manager}.securityContext.privileged`, true),
    file: csv,
    path: `${manager}.securityContext`,
  },
  {
    rule: 'argument-probe-port',
    severity: 'warning',
    title: 'probes at another port than the one that answers them',
    edit: (draft) => draft.set(csv, `${manager}.args[1]`, '--health-probe-bind-address=:8082'),
    file: csv,
    path: `${manager}.livenessProbe.httpGet.port`,
    says: /have port 8082 for probes, and the probe uses 8081/,
  },
  {
    rule: 'argument-webhook-port',
    severity: 'warning',
    title: 'webhooks at another port than the one that answers them',
    base: 'scaffolded',
    edit: (draft) =>
      draft.append(
        'manifests/database-operator.clusterserviceversion.yaml',
        `${manager}.args`,
        '--webhook-port',
        '9444',
      ),
    file: 'manifests/database-operator.clusterserviceversion.yaml',
    path: 'spec.webhookdefinitions[0].targetPort',
  },
  {
    rule: 'argument-service-port',
    severity: 'warning',
    title: 'a Service for metrics at another port than theirs',
    base: 'scaffolded',
    edit: (draft) => draft.set(metricsService, 'spec.ports[0].targetPort', 8080),
    file: metricsService,
    path: 'spec.ports[0].targetPort',
    says: /write one of 8443/,
  },
  {
    rule: 'argument-variable',
    severity: 'warning',
    title: 'an argument with a variable that the container has not',
    edit: (draft) => draft.append(csv, `${manager}.args`, '--namespace=$(POD_NAMESPACE)'),
    file: csv,
    path: `${manager}.args[2]`,
  },
  {
    rule: 'related-image-missing',
    severity: 'warning',
    title: 'an image in a variable that mirrors leave out',
    edit: (draft) => draft.append(csv, `${manager}.env`, { name: 'CACHE_IMAGE', value: 'example.com/caches/cache:7' }),
    file: csv,
    path: `${manager}.env[0].value`,
    says: /example\.com\/caches\/cache:7/,
  },
  {
    rule: 'related-image-missing',
    severity: 'warning',
    title: 'an image in an argument that mirrors leave out',
    edit: (draft) => draft.append(csv, `${manager}.args`, '--cache-image=example.com/caches/cache:7'),
    file: csv,
    path: `${manager}.args[2]`,
  },
  {
    rule: 'related-image-missing',
    severity: 'warning',
    title: 'an image in the word behind an argument that mirrors leave out',
    edit: (draft) => draft.append(csv, `${manager}.args`, '--cache-image', 'example.com/caches/cache:7'),
    file: csv,
    path: `${manager}.args[3]`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a limit of what no container has',
    edit: (draft) => draft.set(csv, `${manager}.resources.limits.gpu`, '1'),
    file: csv,
    path: `${manager}.resources.limits.gpu`,
  },
  {
    rule: 'object-forbidden',
    severity: 'error',
    title: 'a probe of a container that runs before the others',
    edit: (draft) =>
      draft.append(csv, `${pod}.initContainers`, {
        name: 'wait',
        image: 'example.com/caches/cache-operator:1.2.0',
        resources: { requests: { cpu: '1m', memory: '8Mi' } },
        livenessProbe: { tcpSocket: { port: 8081 } },
      }),
    file: csv,
    path: `${pod}.initContainers[0].livenessProbe`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a probe each minus one seconds',
    edit: (draft) => draft.set(csv, `${manager}.livenessProbe.periodSeconds`, -1),
    file: csv,
    path: `${manager}.livenessProbe.periodSeconds`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a probe that has to succeed twice for the container to be alive',
    edit: (draft) => draft.set(csv, `${manager}.livenessProbe.successThreshold`, 2),
    file: csv,
    path: `${manager}.livenessProbe.successThreshold`,
  },
  {
    rule: 'container-port-twice',
    severity: 'warning',
    title: 'a port that is listed by two names',
    edit: (draft) => draft.append(csv, `${manager}.ports`, { name: 'probes', containerPort: 8081 }),
    file: csv,
    path: `${manager}.ports[1].containerPort`,
    says: /8081 is listed already, as health/,
  },
  {
    rule: 'container-capability',
    severity: 'warning',
    title: 'a capability by the name that the kernel gives it',
    edit: (draft) => draft.set(csv, `${manager}.securityContext.capabilities.add`, ['CAP_NET_ADMIN']),
    file: csv,
    path: `${manager}.securityContext.capabilities.add[0]`,
    says: /write NET_ADMIN/,
  },
  {
    rule: 'container-capability',
    severity: 'warning',
    title: 'capabilities that are dropped in lower case, which the restricted profile doesn’t take for all',
    edit: (draft) => draft.set(csv, `${manager}.securityContext.capabilities.drop`, ['all']),
    file: csv,
    path: `${manager}.securityContext.capabilities.drop[0]`,
    says: /write ALL/,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a process namespace of the pod and that of the node',
    edit: (draft) => {
      draft.set(csv, `${pod}.shareProcessNamespace`, true);
      draft.set(csv, `${pod}.hostPID`, true);
    },
    file: csv,
    path: `${pod}.shareProcessNamespace`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a kernel parameter with spaces in its name',
    edit: (draft) => draft.set(csv, `${pod}.securityContext.sysctls`, [{ name: 'net core somaxconn', value: '1024' }]),
    file: csv,
    path: `${pod}.securityContext.sysctls[0].name`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a runtime class in capitals',
    edit: (draft) => draft.set(csv, `${pod}.runtimeClassName`, 'gVisor'),
    file: csv,
    path: `${pod}.runtimeClassName`,
  },
  {
    rule: 'object-forbidden',
    severity: 'error',
    title: 'a manager with a deadline',
    edit: (draft) => draft.set(csv, `${pod}.activeDeadlineSeconds`, 60),
    file: csv,
    path: `${pod}.activeDeadlineSeconds`,
  },
  {
    rule: 'object-forbidden',
    severity: 'error',
    title: 'an ephemeral container in a template',
    edit: (draft) =>
      draft.set(csv, `${pod}.ephemeralContainers`, [{ name: 'shell', image: 'example.com/shell:1.0.0' }]),
    file: csv,
    path: `${pod}.ephemeralContainers`,
  },
];
