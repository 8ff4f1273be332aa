// In: an operator's manifests and its supported install modes. Out: the manifests with access to only the namespaces
// that the installer chooses; OLM passes these to the manager. Called by `bundle`.

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
import { type EnvironmentVariable, isDeployment, withContainers } from '../manifest/deployment.ts';
import type { ManifestFinding } from '../manifest-finding.ts';

/** Returns the install modes that an operator supports, in OLM's order. */
export function supportedModes({ bundle, watchNamespaces }: Operator['props']): readonly InstallModeType[] {
  const modes: readonly InstallModeType[] | undefined = bundle?.installModes;
  if (modes !== undefined) return installModeTypes.filter((mode) => modes.includes(mode));
  return installModeTypes.filter((mode) => (mode === 'AllNamespaces') === (watchNamespaces === undefined));
}

/** Returns for each mode if it is supported. All are listed, because some readers take an omitted mode as supported. */
export function installModes(supported: readonly InstallModeType[]): readonly InstallMode[] {
  return installModeTypes.map((type) => ({ type, supported: supported.includes(type) }));
}

/** Reports that an operator can't be installed for some namespaces only. */
export function* installModeFindings(operator: Operator): Generator<ManifestFinding> {
  const confined = supportedModes(operator.props).filter(isModeConfined);
  const [converted] = operator.webhooks.converted;
  if (confined.length === 0 || converted === undefined) return;
  yield {
    what: `the install modes ${confined.join(', ')} can't be offered`,
    why: `the operator converts ${converted.name}, and a definition applies to the whole cluster`,
    remedy: 'leave out `watchNamespaces` and all install modes but AllNamespaces',
  };
}

/**
 * Limits an operator's manifests to the namespaces of an installation.
 *
 * Its access in namespaces becomes a separate role, which OLM grants in each of the chosen namespaces, or in all.
 */
export function withInstallModes(manifests: readonly KubernetesObject[], operator: Operator): KubernetesObject[] {
  const { name, namespace, props } = operator;
  if (!supportedModes(props).some(isModeConfined)) return [...manifests];
  const role = managerRoleName(name);
  const others = manifests.filter(
    (manifest) => !((isRole(manifest) || isBinding(manifest)) && manifest.metadata.name === role),
  );
  const bound = scopes.flatMap((scope) => roleWithBinding(operator, scope));
  return [
    ...bound.map((manifest) =>
      manifest.kind.startsWith('Cluster') ? manifest : { ...manifest, metadata: { ...manifest.metadata, namespace } },
    ),
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

function isModeConfined(mode: InstallModeType): boolean {
  return mode !== 'AllNamespaces';
}

const scopes: readonly Scope[] = ['Namespaced', 'Cluster'];

/** The namespaces that OLM passes to the manager: names separated by commas, empty for all. */
const watchedNamespaces: EnvironmentVariable = {
  name: 'WATCH_NAMESPACE',
  valueFrom: { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } },
};

function roleWithBinding(operator: Operator, scope: Scope): KubernetesObject[] {
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
