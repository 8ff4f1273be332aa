// In: an operator and a cluster. Out: the state of its installation by OLM v0: Subscription, InstallPlan and
// ClusterServiceVersion. Called by `doctor`.

import {
  conditionsOf,
  type JsonObject,
  type Kind,
  knownKind,
  objectTitle,
  type StoredObject,
} from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import { managerName } from '../../constructs/index.ts';
import { objectsAt, textAt } from '../../schema/index.ts';
import { liveNamed } from '../install/applied-manifest.ts';
import { conditionCause, unreadyCauses } from '../install/unready-cause.ts';
import type { CheckPorts, Diagnosis } from './diagnosis.ts';

/** The installation of an operator by OLM. */
export interface OlmInstallation {
  /** The namespace of the manager. */
  readonly namespace: string;
  readonly diagnoses: readonly Diagnosis[];
}

const olmKind = (kind: string, plural: string): Kind => ({
  ...{ group: 'operators.coreos.com', version: 'v1alpha1', kind, plural, scope: 'Namespaced' },
});
const subscriptionKind = olmKind('Subscription', 'subscriptions');
const planKind = olmKind('InstallPlan', 'installplans');
const releaseKind = olmKind('ClusterServiceVersion', 'clusterserviceversions');
const deploymentKind = knownKind('apps/v1', 'Deployment');

/**
 * Returns the installation of an operator by OLM; undefined if there is none.
 *
 * @throws ApiError if the account may not list the objects of OLM.
 */
export async function olmInstallation({ operator, client }: CheckPorts): Promise<OlmInstallation | undefined> {
  if (!(await client.serves(releaseKind))) return undefined;
  const { name } = operator;
  const subscriptions = await client.list(subscriptionKind);
  const ownSubscriptions = subscriptions.items.filter(({ spec }) => textAt(spec, 'name') === name);
  // OLM copies the release into each namespace that its manager watches.
  const releases = await client.list(releaseKind, { labelSelector: '!olm.copiedFrom' });
  const installed = releases.items.filter(({ metadata }) => metadata.name.startsWith(`${name}.v`));
  const namespace = [...installed, ...ownSubscriptions][0]?.metadata.namespace;
  if (namespace === undefined) return undefined;
  const diagnoses: Diagnosis[] = [];
  for (const subscription of ownSubscriptions) {
    diagnoses.push(...subscriptionDiagnoses(subscription), ...(await planDiagnoses(client, subscription)));
  }
  for (const release of installed) diagnoses.push(await releaseDiagnosis(client, release, operator));
  return { namespace, diagnoses };
}

/** All conditions of Subscriptions are true for a problem. The InstallPlan has a diagnosis of its own. */
function subscriptionDiagnoses({ spec, status, ...object }: StoredObject): readonly Diagnosis[] {
  const title = objectTitle(object);
  const bad = conditionsOf(status).filter((each) => each.status === 'True' && each.type !== 'InstallPlanPending');
  const catalog = `${textAt(spec, 'sourceNamespace')}/${textAt(spec, 'source')}`;
  if (bad.length > 0) {
    return [
      {
        state: textAt(status, 'installedCSV') === '' ? 'problem' : 'warning',
        what: `${title} can't install the newest release`,
        causes: bad.map(conditionCause),
        expected: `a ready CatalogSource ${catalog} whose channel '${textAt(spec, 'channel')}' has an installable release`,
        remedy: 'correct what the condition names: the catalog, the channel, the OperatorGroup, or the bundle',
      },
    ];
  }
  const state = textAt(status, 'state') || 'no state yet';
  return [{ state: 'ok', what: `${title}: ${state}, from CatalogSource ${catalog}` }];
}

async function planDiagnoses(client: Client, { status, metadata }: StoredObject): Promise<readonly Diagnosis[]> {
  const { namespace = '' } = metadata;
  const name = textAt(status, 'installPlanRef.name');
  if (name === '') return [];
  const plan = await liveNamed(client, planKind, { namespace, name });
  const phase = textAt(plan?.status, 'phase');
  if (plan === undefined || phase === 'Complete') return [];
  const failed: Diagnosis = {
    state: textAt(status, 'installedCSV') === '' ? 'problem' : 'warning',
    what: `${objectTitle(plan)} has the phase ${phase === '' ? '(none)' : phase}`,
    causes: conditionsOf(plan.status)
      .filter((each) => each.status !== 'True')
      .map(conditionCause),
    expected: 'the phase Complete',
  };
  const remedies: Readonly<Record<string, string>> = {
    RequiresApproval: `\`kubectl patch installplan ${name} --namespace ${namespace} --type merge --patch '{"spec":{"approved":true}}'\``,
    Failed: 'correct the cause, then delete the Subscription and its ClusterServiceVersion, and create the first again',
  };
  return [
    { ...failed, remedy: remedies[phase] ?? `\`kubectl describe installplan ${name} --namespace ${namespace}\`` },
  ];
}

async function releaseDiagnosis(
  client: Client,
  release: StoredObject,
  operator: CheckPorts['operator'],
): Promise<Diagnosis> {
  const { spec, status } = release;
  const { name, namespace = '' } = release.metadata;
  const title = objectTitle(release);
  const phase = textAt(status, 'phase');
  const reason = textAt(status, 'reason');
  const message = textAt(status, 'message');
  if (phase === 'Succeeded') return versionDiagnosis(`${title}: phase Succeeded`, textAt(spec, 'version'), operator);
  const deployment = await liveNamed(client, deploymentKind, { namespace, name: managerName(operator.name) });
  return {
    state: phase === 'Replacing' || phase === 'Deleting' ? 'warning' : 'problem',
    what: `${title} has the phase ${phase === '' ? '(none)' : phase}${reason && `, ${reason}`}${message && `: ${message}`}`,
    causes: [
      ...objectsAt(status, 'requirementStatus')
        .filter(({ status: state }) => state !== 'Present')
        .map(requirementText),
      ...(deployment === undefined ? [] : await unreadyCauses(client, deployment)),
    ],
    expected: 'the phase Succeeded',
    remedy: releaseRemedy(reason, name, namespace),
  };
}

/** Returns the diagnosis of an installed release by its version. */
export function versionDiagnosis(what: string, version: string, { props }: CheckPorts['operator']): Diagnosis {
  if (version === props.version) return { state: 'ok', what };
  return {
    ...{ state: 'warning', what, expected: `version ${props.version}, which this program has` },
    remedy: 'an upgrade by OLM, or the program of the installed version',
  };
}

function releaseRemedy(reason: string, name: string, namespace: string): string {
  if (reason === 'RequirementsNotMet') return 'install the definitions that are missing, and grant the missing rights';
  if (reason.endsWith('OperatorGroup') || reason.endsWith('OperatorGroups'))
    return `one OperatorGroup with an install mode of the operator: \`kubectl get operatorgroups --namespace ${namespace}\``;
  return `\`kubectl describe csv ${name} --namespace ${namespace}\``;
}

function requirementText(requirement: JsonObject): string {
  const [kind, name, status, message] = ['kind', 'name', 'status', 'message'].map((field) =>
    textAt(requirement, field),
  );
  return `requirement ${kind} ${name} is ${status}${message && `: ${message}`}`;
}
