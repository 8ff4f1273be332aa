import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase } from '../session.ts';
import { limit } from './quota.ts';

function refused(title: string, spec: JsonObject): ConformanceCase {
  return {
    title,
    run: async (session) => {
      await session.post(session.path('resourcequotas'), { metadata: { name: 'q' }, spec });
    },
  };
}

function selected(title: string, requirement: JsonObject, hard: JsonObject = { pods: '1' }): ConformanceCase {
  return refused(title, { hard, scopeSelector: { matchExpressions: [requirement] } });
}

/** Quotas with scopes that their resources can't have. */
export const quotaScopeCases: readonly ConformanceCase[] = [
  ...[
    'BestEffort',
    'NotBestEffort',
    'Terminating',
    'PriorityClass',
    'CrossNamespacePodAffinity',
    'VolumeAttributesClass',
  ].flatMap((scope) => [
    refused(`has the scope ${scope} for pods`, { hard: { pods: '1' }, scopes: [scope] }),
    refused(`has the scope ${scope} for CPU`, { hard: { 'requests.cpu': '1' }, scopes: [scope] }),
    refused(`has the scope ${scope} for claims`, { hard: { persistentvolumeclaims: '1' }, scopes: [scope] }),
    refused(`has the scope ${scope} for counts`, { hard: { 'count/configmaps': '1' }, scopes: [scope] }),
  ]),
  refused('refuses conflicting scopes', { hard: { pods: '1' }, scopes: ['BestEffort', 'NotBestEffort'] }),
  refused('refuses other conflicting scopes', { hard: { pods: '1' }, scopes: ['Terminating', 'NotTerminating'] }),
  refused('refuses an unknown scope', { hard: { pods: '1' }, scopes: ['Nope'] }),
  refused('refuses a scope for huge pages', { hard: { 'requests.hugepages-2Mi': '1Mi' }, scopes: ['Terminating'] }),
  selected('selects a priority class', { scopeName: 'PriorityClass', operator: 'In', values: ['high'] }),
  selected('refuses a selection without values', { scopeName: 'PriorityClass', operator: 'In' }),
  selected('refuses values of an operator without any', {
    scopeName: 'PriorityClass',
    operator: 'Exists',
    values: ['high'],
  }),
  selected('refuses values of a scope without any', { scopeName: 'BestEffort', operator: 'In', values: ['a'] }),
  selected('refuses an unknown operator', { scopeName: 'PriorityClass', operator: 'Nope' }),
  selected('refuses to select an unknown scope', { scopeName: 'Nope', operator: 'Exists' }),
  selected(
    'refuses to select by a scope of another resource',
    { scopeName: 'PriorityClass', operator: 'Exists' },
    { persistentvolumeclaims: '1' },
  ),
  {
    title: 'counts claims for devices',
    run: async (session) => {
      await limit(session, 'q', { 'count/resourceclaims.resource.k8s.io': '1' });
      const spec = { devices: { requests: [{ name: 'd', exactly: { deviceClassName: 'c' } }] } };
      const claims = session.path('resource.k8s.io/v1/resourceclaims');
      await session.post(claims, { metadata: { name: 'a' }, spec });
      await session.post(claims, { metadata: { name: 'b' }, spec });
    },
  },
];
