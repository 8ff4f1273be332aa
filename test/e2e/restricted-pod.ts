/** A container of a test. */
export interface RestrictedContainer {
  readonly image: string;
  readonly [field: string]: unknown;
}

/** Returns a pod with this container that satisfies the restricted pod security standard. */
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
