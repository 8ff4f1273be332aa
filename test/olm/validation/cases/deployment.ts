import type { BadCase } from '../corpus/bad-case.ts';
import { csv } from '../corpus/minimal-bundle.ts';

const deployments = 'spec.install.spec.deployments';
const spec = `${deployments}[0].spec`;
const pod = `${spec}.template.spec`;

/** Deployments that can't be made, or whose pods can't start. */
export const deploymentCases: readonly BadCase[] = [
  {
    rule: 'deployment-missing',
    severity: 'warning',
    title: 'no Deployment',
    edit: (draft) => draft.set(csv, deployments, []),
    file: csv,
    path: deployments,
  },
  {
    rule: 'deployment-missing',
    severity: 'error',
    title: 'no list of Deployments',
    edit: (draft) => draft.remove(csv, deployments),
    file: csv,
    path: deployments,
  },
  {
    rule: 'deployment-missing',
    severity: 'warning',
    title: 'an install strategy with an empty spec',
    edit: (draft) => draft.set(csv, 'spec.install.spec', {}),
    file: csv,
    path: deployments,
  },
  {
    rule: 'deployment-missing',
    severity: 'warning',
    title: 'an install strategy without a spec',
    edit: (draft) => draft.remove(csv, 'spec.install.spec'),
    file: csv,
    path: deployments,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a Deployment whose name has capitals',
    edit: (draft) => draft.set(csv, `${deployments}[0].name`, 'CacheOperator'),
    file: csv,
    path: `${deployments}[0].name`,
  },
  {
    rule: 'object-required',
    severity: 'error',
    title: 'a Deployment without a name',
    edit: (draft) => draft.remove(csv, `${deployments}[0].name`),
    file: csv,
    path: `${deployments}[0].name`,
  },
  {
    rule: 'deployment-unique',
    severity: 'warning',
    title: 'two Deployments of one name',
    edit: (draft) => draft.append(csv, deployments, draft.get(csv, `${deployments}[0]`)),
    file: csv,
    path: `${deployments}[1].name`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'an empty selector',
    edit: (draft) => draft.set(csv, `${spec}.selector`, {}),
    file: csv,
    path: `${spec}.selector`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a selector with an operator that there is none of',
    edit: (draft) =>
      draft.set(csv, `${spec}.selector`, { matchExpressions: [{ key: 'app', operator: 'Is', values: ['cache'] }] }),
    file: csv,
    path: `${spec}.selector.matchExpressions[0].operator`,
  },
  {
    rule: 'object-required',
    severity: 'error',
    title: 'a selector that compares with nothing',
    edit: (draft) =>
      draft.set(csv, `${spec}.selector`, { matchExpressions: [{ key: 'app', operator: 'In', values: [] }] }),
    file: csv,
    path: `${spec}.selector.matchExpressions[0].values`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a selector that selects other pods',
    edit: (draft) => draft.set(csv, `${spec}.selector.matchLabels`, { 'app.kubernetes.io/name': 'cache-manager' }),
    file: csv,
    path: `${spec}.template.metadata.labels`,
    says: /app\.kubernetes\.io\/name.*cache-operator/,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'an expression that the pods do not meet',
    edit: (draft) =>
      draft.append(csv, `${spec}.selector.matchExpressions`, {
        key: 'app.kubernetes.io/name',
        operator: 'DoesNotExist',
      }),
    file: csv,
    path: `${spec}.template.metadata.labels`,
  },
  {
    rule: 'deployment-overlap',
    severity: 'warning',
    title: 'two Deployments with the same labels',
    edit: (draft) => {
      draft.append(csv, deployments, structuredClone(draft.get(csv, `${deployments}[0]`)));
      draft.set(csv, `${deployments}[1].name`, 'cache-operator-webhook');
    },
    file: csv,
    path: `${spec}.selector`,
    says: /cache-operator-webhook/,
  },
  {
    rule: 'deployment-replicas',
    severity: 'warning',
    title: 'a Deployment of nothing',
    edit: (draft) => draft.set(csv, `${spec}.replicas`, 0),
    file: csv,
    path: `${spec}.replicas`,
  },
  {
    rule: 'deployment-paused',
    severity: 'error',
    title: 'a Deployment of which no pod starts',
    edit: (draft) => draft.set(csv, `${spec}.paused`, true),
    file: csv,
    path: `${spec}.paused`,
  },
  {
    rule: 'object-choice',
    severity: 'error',
    title: 'pods that run once',
    edit: (draft) => draft.set(csv, `${pod}.restartPolicy`, 'Never'),
    file: csv,
    path: `${pod}.restartPolicy`,
  },
  {
    rule: 'deployment-account',
    severity: 'error',
    title: 'pods of an account without permissions',
    edit: (draft) => draft.set(csv, `${pod}.serviceAccountName`, 'cache-manager'),
    file: csv,
    path: `${pod}.serviceAccountName`,
    says: /cache-manager.*cache-operator/,
  },
  {
    rule: 'deployment-account',
    severity: 'warning',
    title: 'pods that run as the default account',
    edit: (draft) => draft.remove(csv, `${pod}.serviceAccountName`),
    file: csv,
    path: `${pod}.serviceAccountName`,
  },
  {
    rule: 'deployment-priority',
    severity: 'warning',
    title: 'a priority class that doesn’t exist',
    edit: (draft) => draft.set(csv, `${pod}.priorityClassName`, 'caches'),
    file: csv,
    path: `${pod}.priorityClassName`,
  },
  {
    rule: 'object-forbidden',
    severity: 'error',
    title: 'an update one by one of pods that are replaced at once',
    edit: (draft) => draft.set(csv, `${spec}.strategy`, { type: 'Recreate', rollingUpdate: { maxSurge: 1 } }),
    file: csv,
    path: `${spec}.strategy.rollingUpdate`,
  },
];
