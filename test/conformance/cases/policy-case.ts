import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/api/index.ts';
import { until } from '../../until.ts';
import { type ConformanceCase, objectOf, type Session } from '../session.ts';

/** A policy of a case, and its binding. */
export interface PolicySetup {
  readonly spec: JsonObject;
  readonly binding?: JsonObject;
  /** Objects that exist before the policy. */
  readonly before?: (session: Session) => Promise<void>;
}

const registration = '/apis/admissionregistration.k8s.io/v1';

/** The sorts of policies. */
export type PolicySort = 'Mutating' | 'Validating';

/** Returns a case whose writes a policy decides or changes. The policy holds in the namespace of the case. */
export function policyCase(
  sort: PolicySort,
  title: string,
  {
    setup,
    run,
  }: {
    readonly setup: PolicySetup | ((session: Session) => PolicySetup);
    readonly run: (session: Session) => Promise<void>;
  },
): ConformanceCase {
  return {
    title,
    run: async (session) => {
      const made = typeof setup === 'function' ? setup(session) : setup;
      await made.before?.(session);
      const collection = `${registration}/${sort.toLowerCase()}admissionpolic`;
      await install(session, sort, made);
      try {
        await run(session);
      } finally {
        for (const name of [session.namespace, `${session.namespace}-probe`]) {
          await session.unrecorded('DELETE', `${collection}ybindings/${name}`);
          await session.unrecorded('DELETE', `${collection}ies/${name}`);
        }
      }
    },
  };
}

/** Installs the policy of a case, and one that shows that it is in force: both become known at once. */
async function install(session: Session, sort: PolicySort, { spec, binding = {} }: PolicySetup): Promise<void> {
  const collection = `${registration}/${sort.toLowerCase()}admissionpolic`;
  const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': session.namespace } };
  const create = async (name: string, policy: JsonObject, bound: JsonObject) => {
    const metadata = { name };
    const apiVersion = 'admissionregistration.k8s.io/v1';
    const { matchConstraints } = policy;
    const constraints = { ...(isJsonObject(matchConstraints) && matchConstraints), namespaceSelector };
    const made = await session.unrecorded('POST', `${collection}ies`, {
      apiVersion,
      kind: `${sort}AdmissionPolicy`,
      metadata,
      spec: { ...policy, matchConstraints: constraints },
    });
    if (made.status !== 201) session.record('the policy', made.body);
    const response = await session.unrecorded('POST', `${collection}ybindings`, {
      apiVersion,
      kind: `${sort}AdmissionPolicyBinding`,
      metadata,
      spec: { policyName: name, ...bound },
    });
    if (response.status !== 201) session.record('the binding', response.body);
  };
  await create(session.namespace, spec, { ...(sort === 'Validating' && { validationActions: ['Deny'] }), ...binding });
  const rule = {
    operations: ['CREATE'],
    apiGroups: ['coordination.k8s.io'],
    apiVersions: ['*'],
    resources: ['leases'],
  };
  const probe = { matchConstraints: { resourceRules: [rule] } };
  if (sort === 'Validating') {
    await create(
      `${session.namespace}-probe`,
      { ...probe, validations: [{ expression: 'false' }] },
      { validationActions: ['Deny'] },
    );
  } else {
    const expression = 'Object{metadata: Object.metadata{labels: {"probed": "yes"}}}';
    const mutations = [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }];
    await create(`${session.namespace}-probe`, { ...probe, reinvocationPolicy: 'Never', mutations }, {});
  }
  const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'probe' } };
  const path = `${session.path('coordination.k8s.io/v1/leases')}?dryRun=All`;
  await until('the policy is in force', async () => {
    const response = await session.unrecorded('POST', path, lease);
    return response.status === 422 || isProbed(objectOf(response).metadata);
  });
}

function isProbed(metadata: JsonValue | undefined): boolean {
  return isJsonObject(metadata) && isJsonObject(metadata.labels) && metadata.labels.probed === 'yes';
}

/** Constraints for writes of ConfigMaps and widgets. */
export const constraints: JsonObject = {
  matchConstraints: {
    resourceRules: [
      {
        operations: ['CREATE', 'UPDATE', 'DELETE'],
        apiGroups: ['', 'conformance.example.com'],
        apiVersions: ['*'],
        resources: ['configmaps', 'widgets', 'widgets/*'],
      },
    ],
  },
};
