import { quantityBillionths } from '../../../../schema/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';
import { imageReference } from '../../../notation/image-reference.ts';
import { isValueMistyped } from '../../mistyped.ts';
import { bundleContainers, bundleDeployments } from '../../model/workload/deployment.ts';
import { nameFormViolations, repeatedNameViolations } from '../../name-violation.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules of API servers and publishers for the containers of the operator. */
export const containerRules: readonly BundleRule[] = [
  {
    id: 'container-missing',
    demand: 'A pod has at least one container.',
    rejection: { by: 'API server', message: 'spec.template.spec.containers: Required value' },
    *check(bundle) {
      for (const { template, pod, containers } of bundleDeployments(bundle)) {
        const isEmpty = Array.isArray(pod.at('containers').value) || pod.isAbsent;
        if (template.isAbsent || containers.length > 0 || !isEmpty) continue;
        yield { place: pod.at('containers'), what: 'the pod has no container', remedy: 'write that of the manager' };
      }
    },
  },
  {
    id: 'container-name',
    demand: 'A container has a name, a DNS label, that is unique in its pod.',
    rejection: { by: 'API server', message: 'spec.template.spec.…ontainers[…].name: ' },
    *check(bundle) {
      for (const { allContainers } of bundleDeployments(bundle)) {
        yield* nameFormViolations(allContainers, 'container');
        yield* repeatedNameViolations(allContainers, 'container of the pod');
      }
    },
  },
  {
    id: 'container-image',
    demand: 'A container has an image that can be pulled.',
    rejection: { by: 'kubelet', message: "InvalidImageName: couldn't parse image name" },
    *check(bundle) {
      for (const place of containerImageTexts(bundle)) {
        if (isValueMistyped(place) || imageReference(place.text ?? '') !== undefined) continue;
        yield {
          place,
          ...((place.text ?? '') === '' && { rejection: { by: 'API server', message: 'image: Required value' } }),
          what: (place.text ?? '') === '' ? 'the container has no image' : `${place.text ?? ''} can't be pulled`,
          remedy: 'name it as in example.com/team/cache-operator:v1.2.0',
        };
      }
    },
  },
  {
    id: 'container-image-tag',
    demand: 'A release always runs the same image: it names a digest, or a tag that doesn’t move.',
    *check(bundle) {
      for (const place of containerImageTexts(bundle)) {
        const image = imageReference(place.text ?? '');
        if (image === undefined || image.digest !== undefined) continue;
        if (image.tag !== undefined && image.tag !== 'latest') continue;
        yield {
          place,
          what: `${place.text ?? ''} may change, and an installed release would change without an upgrade`,
          remedy: 'name the version or, better, the digest',
        };
      }
    },
  },
  {
    id: 'container-requests',
    demand: 'A container requests the CPU and memory that it needs.',
    *check(bundle) {
      for (const container of bundleDeployments(bundle).flatMap(({ containers }) => containers)) {
        const place = container.at('resources', 'requests');
        const limits = container.at('resources', 'limits');
        // Limits of both are also requests: an author of Guaranteed pods writes only limits.
        const isGuaranteed = ['cpu', 'memory'].every((name) => !limits.at(name).isAbsent);
        if (place.fields.length > 0 || isGuaranteed) continue;
        yield {
          place,
          what:
            limits.fields.length > 0
              ? 'the container requests nothing itself, and Kubernetes reserves its limits'
              : 'the container requests nothing, so that it may run on a full node, and is evicted first',
          remedy: 'request the cpu and the memory that it needs',
        };
      }
    },
  },
  {
    id: 'container-resource',
    demand: 'The resources of a container are cpu, memory, ephemeral-storage, or have a domain in their name.',
    rejection: { by: 'API server', message: 'must be a standard resource type or fully qualified' },
    *check(bundle) {
      for (const { allContainers } of bundleDeployments(bundle)) {
        for (const [name, place] of allContainers.flatMap(resourceAmounts)) {
          if (/^(?:cpu|memory|ephemeral-storage|hugepages-.+)$/.test(name) || name.includes('/')) continue;
          yield {
            place,
            what: `API servers know no resource ${name}`,
            remedy: 'write cpu, memory or ephemeral-storage; devices have names such as example.com/gpu',
          };
        }
      }
    },
  },
  {
    id: 'container-limits',
    demand: 'The requests of a container are within its limits.',
    rejection: { by: 'API server', message: 'must be less than or equal to … limit' },
    *check(bundle) {
      for (const container of bundleContainers(bundle)) {
        for (const [name, place] of container.at('resources', 'requests').fields) {
          const limit = container.at('resources', 'limits', name);
          const [requested, most] = [place, limit].map(({ value }) => quantityBillionths(String(value)));
          if (requested === undefined || most === undefined || requested <= most) continue;
          yield {
            place,
            what: `it requests ${String(place.value)} of ${name}, and is limited to ${String(limit.value)}`,
            remedy: 'request less, or raise the limit',
          };
        }
      }
    },
  },
  {
    id: 'container-init',
    demand: 'An init container has no probes, unless it is a sidecar.',
    rejection: { by: 'API server', message: 'may not be set for init containers without restartPolicy=Always' },
    *check(bundle) {
      for (const { pod } of bundleDeployments(bundle)) {
        for (const container of pod.at('initContainers').items) {
          if (container.at('restartPolicy').text === 'Always') continue;
          for (const field of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']) {
            const place = container.at(field);
            if (place.isAbsent) continue;
            yield {
              place,
              what: `API servers reject ${field} of an init container`,
              remedy: 'leave it out, or write restartPolicy: Always for a sidecar',
            };
          }
        }
      }
    },
  },
  {
    id: 'container-probe-threshold',
    demand: 'Liveness and startup probes succeed after one success.',
    rejection: { by: 'API server', message: 'successThreshold: Invalid value: …: must be 1' },
    *check(bundle) {
      for (const container of bundleContainers(bundle)) {
        for (const probe of ['livenessProbe', 'startupProbe']) {
          const place = container.at(probe, 'successThreshold');
          // API servers treat 0 as absent.
          if (typeof place.value !== 'number' || place.value === 1 || place.value === 0) continue;
          yield {
            place,
            what: `API servers reject a ${probe} with a successThreshold of ${place.value}`,
            remedy: 'write 1, or leave it out',
          };
        }
      }
    },
  },
  {
    id: 'container-user',
    demand: 'A container with runAsNonRoot doesn’t run as root.',
    rejection: { by: 'kubelet', message: "CreateContainerConfigError: container's runAsUser breaks non-root policy" },
    *check(bundle) {
      for (const { pod, allContainers } of bundleDeployments(bundle)) {
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
      for (const container of bundleContainers(bundle)) {
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

function resourceAmounts(container: Place): readonly (readonly [name: string, place: Place])[] {
  return ['limits', 'requests'].flatMap((field) => container.at('resources', field).fields);
}

function containerImageTexts(bundle: BundleContent): Place[] {
  return bundleDeployments(bundle).flatMap(({ allContainers }) =>
    allContainers.map((container) => container.at('image')),
  );
}
