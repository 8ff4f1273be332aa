import type { BundleRule } from '../../rule.ts';
import { deployments } from '../../workload/deployment.ts';

/** Rules for the security context of containers: it has no contradictions. */
export const securityRules: readonly BundleRule[] = [
  {
    id: 'container-user',
    demand: 'A container with runAsNonRoot doesn’t run as root.',
    rejection: { by: 'kubelet', message: "CreateContainerConfigError: container's runAsUser breaks non-root policy" },
    *check(bundle) {
      for (const { pod, allContainers } of deployments(bundle)) {
        for (const container of allContainers) {
          const [own, all] = [container.at('securityContext'), pod.at('securityContext')];
          const user = own.at('runAsUser').isAbsent ? all.at('runAsUser') : own.at('runAsUser');
          const nonRoot = own.at('runAsNonRoot').isAbsent ? all.at('runAsNonRoot') : own.at('runAsNonRoot');
          if (user.value !== 0 || nonRoot.value !== true) continue;
          yield {
            place: user,
            what: 'it has user 0 and runAsNonRoot, so that it never starts',
            remedy: 'name another user, or none',
          };
        }
      }
    },
  },
  {
    id: 'container-privilege',
    demand: 'A privileged container allows privilege escalation.',
    rejection: { by: 'API server', message: 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true' },
    *check(bundle) {
      for (const container of deployments(bundle).flatMap(({ allContainers }) => allContainers)) {
        const context = container.at('securityContext');
        const isPrivileged = context.at('privileged').value === true;
        const place = context.at('allowPrivilegeEscalation');
        if (!isPrivileged || place.value !== false) continue;
        yield {
          place,
          what: 'a privileged container has all privileges, and API servers reject a denial of more',
          remedy: 'leave privileged out, or this',
        };
      }
    },
  },
];
