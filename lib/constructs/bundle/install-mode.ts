/** The choices of namespaces that an operator can watch, in OLM's order. */
export const installModeTypes = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'] as const;

/** A choice of namespaces: the operator's own, another one, several, or all of them. */
export type InstallModeType = (typeof installModeTypes)[number];

/** An install mode of OLM: a choice of namespaces, and true if the operator supports it. */
export interface InstallMode {
  readonly type: InstallModeType;
  readonly supported: boolean;
}
