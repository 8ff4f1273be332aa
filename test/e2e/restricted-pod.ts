/** A container of a test's own. */
export interface RestrictedContainer {
  readonly image: string;
  readonly [field: string]: unknown;
}

/** The pod of a container, as the restricted pod security standard wants it. */
export function restrictedPod(name: string, container: RestrictedContainer, spec: object = {}): object {
  return {
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 65532,
      fsGroup: 65532,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    terminationGracePeriodSeconds: 1,
    containers: [
      {
        name,
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        ...container,
      },
    ],
    ...spec,
  };
}
