import type { BadCase } from '../corpus/bad-case.ts';
import type { BundleDraft } from '../corpus/bundle-draft.ts';
import { csv } from '../corpus/minimal-bundle.ts';
import { scaffoldedCsv } from '../corpus/scaffolded-bundle.ts';

const pod = 'spec.install.spec.deployments[0].spec.template.spec';
const manager = `${pod}.containers[0]`;
const [volumes, mounts] = [`${pod}.volumes`, `${manager}.volumeMounts`];

const mount = (draft: BundleDraft, file: string, volume: object, mountPath: string, name = 'added') => {
  draft.append(file, volumes, { name, ...volume });
  draft.append(file, mounts, { name, mountPath });
};

/** Volumes and mounts that don't go together, and paths at which nothing is mounted. */
export const volumeCases: readonly BadCase[] = [
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a volume whose name has capitals',
    edit: (draft) => mount(draft, csv, { emptyDir: {} }, '/scratch', 'Scratch'),
    file: csv,
    path: `${volumes}[0].name`,
  },
  {
    rule: 'object-duplicate',
    severity: 'error',
    title: 'two volumes of one name',
    edit: (draft) => draft.append(scaffoldedCsv, volumes, { name: 'scratch', emptyDir: {} }),
    base: 'scaffolded',
    file: scaffoldedCsv,
    path: `${volumes}[1].name`,
  },
  {
    rule: 'object-reference',
    severity: 'error',
    title: 'a mount of a volume that there is none of',
    edit: (draft) => draft.append(csv, mounts, { name: 'metrics-certs', mountPath: '/tmp/k8s-metrics-server' }),
    file: csv,
    path: `${mounts}[0].name`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'two volumes at one path',
    base: 'scaffolded',
    edit: (draft) => mount(draft, scaffoldedCsv, { emptyDir: {} }, '/scratch'),
    file: scaffoldedCsv,
    path: `${mounts}[1].mountPath`,
  },
  {
    rule: 'volume-unused',
    severity: 'warning',
    title: 'a volume that no container mounts',
    base: 'scaffolded',
    edit: (draft) => draft.remove(scaffoldedCsv, `${mounts}[0]`),
    file: scaffoldedCsv,
    path: `${volumes}[0].name`,
  },
  {
    rule: 'volume-object',
    severity: 'warning',
    title: 'a volume out of a Secret',
    edit: (draft) => mount(draft, csv, { secret: { secretName: 'metrics-server-cert' } }, '/certs'),
    file: csv,
    path: `${volumes}[0].secret.secretName`,
  },
  {
    rule: 'volume-object',
    severity: 'warning',
    title: "a volume where OLM mounts the webhooks' certificate",
    base: 'scaffolded',
    edit: (draft) =>
      mount(
        draft,
        scaffoldedCsv,
        { secret: { secretName: 'webhook-server-cert' } },
        '/tmp/k8s-webhook-server/serving-certs',
      ),
    file: scaffoldedCsv,
    path: `${volumes}[1].secret.secretName`,
    says: /OLM mounts its own certificate/,
  },
  {
    rule: 'volume-object',
    severity: 'warning',
    title: 'a projected volume out of a ConfigMap',
    edit: (draft) => mount(draft, csv, { projected: { sources: [{ configMap: { name: 'settings' } }] } }, '/settings'),
    file: csv,
    path: `${volumes}[0].projected.sources[0].configMap.name`,
  },
  {
    rule: 'volume-object',
    severity: 'error',
    title: 'a volume out of a key that its ConfigMap has not',
    base: 'monitored',
    edit: (draft) =>
      mount(
        draft,
        csv,
        { configMap: { name: 'cache-operator-settings', items: [{ key: 'settings.yml', path: 'settings.yml' }] } },
        '/settings',
      ),
    file: csv,
    path: `${volumes}[0].configMap.items[0].key`,
  },
  {
    rule: 'volume-object',
    severity: 'warning',
    title: 'a volume of a missing claim',
    edit: (draft) => mount(draft, csv, { persistentVolumeClaim: { claimName: 'caches' } }, '/caches'),
    file: csv,
    path: `${volumes}[0].persistentVolumeClaim.claimName`,
  },
  {
    rule: 'argument-path',
    severity: 'warning',
    title: 'a certificate for metrics that isn’t mounted',
    base: 'scaffolded',
    edit: (draft) =>
      draft.append(scaffoldedCsv, `${manager}.args`, '--metrics-cert-path=/tmp/k8s-metrics-server/metrics-certs'),
    file: scaffoldedCsv,
    path: `${manager}.args[4]`,
  },
  {
    rule: 'argument-path',
    severity: 'warning',
    title: 'a certificate for webhooks without a webhook',
    edit: (draft) =>
      draft.append(csv, `${manager}.args`, '--webhook-cert-path', '/tmp/k8s-webhook-server/serving-certs'),
    file: csv,
    path: `${manager}.args[3]`,
    says: /if a webhook names this Deployment/,
  },
  {
    rule: 'argument-path',
    severity: 'warning',
    title: 'a directory of certificates that isn’t mounted, in a variable',
    edit: (draft) => draft.append(csv, `${manager}.env`, { name: 'SERVING_CERT_DIR', value: '/certs' }),
    file: csv,
    path: `${manager}.env[0].value`,
  },
  {
    rule: 'object-forbidden',
    severity: 'error',
    title: 'a volume that is made from two things',
    edit: (draft) => mount(draft, csv, { emptyDir: {}, configMap: { name: 'kube-root-ca.crt' } }, '/scratch'),
    file: csv,
    path: `${volumes}[0].configMap`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a path that leads out of the volume',
    edit: (draft) => {
      mount(draft, csv, { emptyDir: {} }, '/scratch');
      draft.set(csv, `${mounts}[0].subPath`, 'one/../../other');
    },
    file: csv,
    path: mounts,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a path of a projected volume that leads out of it',
    edit: (draft) => {
      const items = [{ path: '../name', fieldRef: { fieldPath: 'metadata.name' } }];
      mount(draft, csv, { projected: { sources: [{ downwardAPI: { items } }] } }, '/about');
    },
    file: csv,
    path: `${volumes}[0].projected.sources[0].downwardAPI.path`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a token at a path that leads out of its volume',
    edit: (draft) =>
      mount(draft, csv, { projected: { sources: [{ serviceAccountToken: { path: '/token' } }] } }, '/tokens'),
    file: csv,
    path: `${volumes}[0].projected.path`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'two things at one path of a projected volume',
    edit: (draft) => {
      const settings = { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'about/name' }] };
      const items = [{ path: 'about/name', fieldRef: { fieldPath: 'metadata.name' } }];
      mount(draft, csv, { projected: { sources: [{ configMap: settings }, { downwardAPI: { items } }] } }, '/about');
    },
    file: csv,
    path: `${volumes}[0].projected`,
    says: /about\/name.*conflicting duplicate paths/,
  },
  {
    rule: 'volume-serving',
    severity: 'warning',
    title: 'a volume that is called as OLM’s',
    base: 'scaffolded',
    edit: (draft) =>
      mount(draft, scaffoldedCsv, { secret: { secretName: 'webhook-server-cert' } }, '/certs', 'webhook-cert'),
    file: scaffoldedCsv,
    path: `${volumes}[1].name`,
  },
  {
    rule: 'volume-serving',
    severity: 'warning',
    title: 'a volume at OLM’s path',
    base: 'scaffolded',
    edit: (draft) => mount(draft, scaffoldedCsv, { emptyDir: {} }, '/tmp/k8s-webhook-server/serving-certs'),
    file: scaffoldedCsv,
    path: `${mounts}[1].mountPath`,
  },
];
