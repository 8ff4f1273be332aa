// In: an operator's manifests, and for which choices of namespaces it can be installed. Out: the same with the rights of
// those namespaces alone, which whoever installs it names to the manager. Called by `bundle`.

import type { KubernetesObject, Scope } from '../../../api/index.ts';
import {
  type InstallMode,
  type InstallModeType,
  installModeTypes,
  isBinding,
  isRole,
  managerContainer,
  managerName,
  managerRoleName,
  type Operator,
} from '../../../constructs/index.ts';
import type { Finding } from '../finding.ts';
import { type EnvironmentVariable, isDeployment, withContainers } from '../manifest/deployment.ts';

/** The modes that an operator supports, in OLM's order. */
export function supportedModes({ bundle, watchNamespaces }: Operator['props']): readonly InstallModeType[] {
  const modes: readonly InstallModeType[] | undefined = bundle?.installModes;
  if (modes !== undefined) return installModeTypes.filter((mode) => modes.includes(mode));
  return installModeTypes.filter((mode) => (mode === 'AllNamespaces') === (watchNamespaces === undefined));
}

/** Whether each of the modes is supported: all are told, because some readers take silence for yes. */
export function installModes(supported: readonly InstallModeType[]): readonly InstallMode[] {
  return installModeTypes.map((type) => ({ type, supported: supported.includes(type) }));
}

/** Why an operator can't be installed for some namespaces alone. */
export function installModeFindings(operator: Operator): Finding[] {
  const confined = supportedModes(operator.props).filter(isConfined);
  const [converted] = operator.webhooks.converted;
  if (confined.length === 0 || converted === undefined) return [];
  return [
    {
      what: `the install modes ${confined.join(', ')} can't be offered`,
      why: `the operator converts ${converted.name}, and a definition is the whole cluster's`,
      remedy: 'leave out `watchNamespaces` and all install modes but AllNamespaces',
    },
  ];
}

/**
 * An operator's manifests for the namespaces that an installation is for.
 *
 * What it does in namespaces becomes a role of its own one, which OLM gives it in each of the chosen ones, or in all.
 */
export function withInstallModes(manifests: readonly KubernetesObject[], operator: Operator): KubernetesObject[] {
  const { name, namespace, props } = operator;
  if (!supportedModes(props).some(isConfined)) return [...manifests];
  const role = managerRoleName(name);
  const others = manifests.filter(
    (manifest) => !((isRole(manifest) || isBinding(manifest)) && manifest.metadata.name === role),
  );
  const bound = scopes.flatMap((scope) => boundRole(operator, scope));
  return [
    ...bound.map((manifest) => (manifest.kind.startsWith('Cluster') ? manifest : within(manifest, namespace))),
    ...others.map((manifest) =>
      isDeployment(manifest) && manifest.metadata.name === managerName(name)
        ? withContainers(manifest, (container) =>
            container.name === managerContainer
              ? { ...container, env: [...(container.env ?? []), watchedNamespaces] }
              : container,
          )
        : manifest,
    ),
  ];
}

function isConfined(mode: InstallModeType): boolean {
  return mode !== 'AllNamespaces';
}

const scopes: readonly Scope[] = ['Namespaced', 'Cluster'];

/** What OLM says of the chosen namespaces: names with commas in between, nothing for all. */
const watchedNamespaces: EnvironmentVariable = {
  name: 'WATCH_NAMESPACE',
  valueFrom: { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } },
};

function boundRole(operator: Operator, scope: Scope): KubernetesObject[] {
  const { name: operatorName, namespace } = operator;
  const rules = operator.rules(scope);
  if (rules.length === 0) return [];
  const prefix = scope === 'Cluster' ? 'Cluster' : '';
  const apiGroup = 'rbac.authorization.k8s.io';
  const apiVersion = `${apiGroup}/v1`;
  const metadata = { name: managerRoleName(operatorName) };
  return [
    { apiVersion, kind: `${prefix}Role`, metadata, rules },
    {
      apiVersion,
      kind: `${prefix}RoleBinding`,
      metadata,
      roleRef: { apiGroup, kind: `${prefix}Role`, name: metadata.name },
      subjects: [{ kind: 'ServiceAccount', name: managerName(operatorName), namespace }],
    },
  ];
}

function within(manifest: KubernetesObject, namespace: string): KubernetesObject {
  return { ...manifest, metadata: { ...manifest.metadata, namespace } };
}
