/** The choices of namespaces that an operator can be installed for, in OLM's order. */
export const installModeTypes = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'] as const;

/** A choice of namespaces: the one that the operator is in itself, another one, several, or all of them. */
export type InstallModeType = (typeof installModeTypes)[number];

/** Whether an operator can be installed for such a choice of namespaces. */
export interface InstallMode {
  readonly type: InstallModeType;
  readonly supported: boolean;
}
