/**
 * A choice of namespaces that an operator can be installed for: the one that it is in itself, another one, several, or
 * all of them.
 */
export type InstallModeType = 'OwnNamespace' | 'SingleNamespace' | 'MultiNamespace' | 'AllNamespaces';

/** Whether an operator can be installed for such a choice of namespaces. */
export interface InstallMode {
  readonly type: InstallModeType;
  readonly supported: boolean;
}
