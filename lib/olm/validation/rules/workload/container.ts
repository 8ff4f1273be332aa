import { nearestName } from '../../../../schema/index.ts';
import type { Place } from '../../../content/index.ts';
import { textRule } from '../../../finding/content-rule.ts';
import { repetitions } from '../../../finding/repetition.ts';
import { imageReference } from '../../../notation/image-reference.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { bundleContainers, bundleDeployments, containerImages } from '../../model/workload/bundle-deployment.ts';

/** Rules of kubelets and publishers for the containers of the operator. */
export const containerRules: readonly BundleRule[] = [
  textRule({
    id: 'container-image',
    demand: 'A container has an image that can be pulled.',
    rejection: { by: 'kubelet', message: "InvalidImageName: couldn't parse image name" },
    at: containerImages,
    isRight: (text) => text === '' || imageReference(text) !== undefined,
    what: (text) => `${text} can't be pulled`,
    remedy: 'name it as in example.com/team/cache-operator:v1.2.0',
  }),
  textRule({
    id: 'container-image-tag',
    demand: 'A release always runs the same image: it names a digest, or a tag that doesn’t move.',
    at: containerImages,
    isRight(text) {
      const image = imageReference(text);
      return image === undefined || image.digest !== undefined || (image.tag ?? 'latest') !== 'latest';
    },
    what: (text) => `${text} may change, and an installed release would change without an upgrade`,
    remedy: 'name the version or, better, the digest',
  }),
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
    id: 'container-probe',
    demand: 'A named port of a probe is among the ports of its container.',
    rejection: { by: 'kubelet', message: "probe errored: couldn't find port …" },
    *check(bundle) {
      for (const container of bundleContainers(bundle)) {
        const names = container.at('ports').items.flatMap((port) => port.at('name').text ?? []);
        for (const handler of probes.flatMap((probe) => handlers.map((name) => container.at(probe, name)))) {
          const place = handler.at('port');
          if (place.text === undefined || names.includes(place.text)) continue;
          yield {
            place,
            what: `the container has no port ${place.text}, so that the probe always fails`,
            remedy: names.length > 0 ? `name ${names.join(' or ')}` : 'write the number of the port',
          };
        }
      }
    },
  },
  {
    id: 'container-port-twice',
    demand: 'A container lists each of its ports once.',
    *check(bundle) {
      for (const container of bundleContainers(bundle)) {
        for (const { item, first } of repetitions(container.at('ports').items, portKey)) {
          const place = item.at('containerPort');
          const name = first.at('name').text ?? '';
          const what = `${String(place.value)} is listed already${name === '' ? '' : `, as ${name}`}`;
          yield {
            place,
            cause: item.at('name'),
            what,
            remedy: 'leave one out: the API server refuses a server-side apply of both',
          };
        }
      }
    },
  },
  textRule({
    id: 'container-capability',
    demand: 'The capabilities of a container are those of Linux, or ALL, in capitals and without CAP_.',
    at: (bundle) =>
      bundleContainers(bundle)
        .map((container) => container.at('securityContext', 'capabilities'))
        .flatMap((changes) => [...changes.at('add').items, ...changes.at('drop').items]),
    isRight: (text) => capabilities.includes(text),
    what: (text) => `Kubernetes knows no capability ${text}`,
    remedy(text) {
      const meant = nearestName(text.replace(/^CAP_/i, ''), capabilities);
      return meant === undefined ? 'write one such as NET_BIND_SERVICE, or leave it out' : `write ${meant}`;
    },
  }),
];

/** Ports that API servers warn about if they are equal. */
function portKey(port: Place): string {
  const { value: protocol = 'TCP' } = port.at('protocol');
  const places = ['containerPort', 'hostPort', 'hostIP'].map((field) => port.at(field).value);
  return port.at('containerPort').isAbsent ? '' : JSON.stringify([protocol, ...places]);
}

/** @see https://man7.org/linux/man-pages/man7/capabilities.7.html */
const capabilities: readonly string[] = `
  ALL AUDIT_CONTROL AUDIT_READ AUDIT_WRITE BLOCK_SUSPEND BPF CHECKPOINT_RESTORE CHOWN DAC_OVERRIDE DAC_READ_SEARCH
  FOWNER FSETID IPC_LOCK IPC_OWNER KILL LEASE LINUX_IMMUTABLE MAC_ADMIN MAC_OVERRIDE MKNOD NET_ADMIN NET_BIND_SERVICE
  NET_BROADCAST NET_RAW PERFMON SETFCAP SETGID SETPCAP SETUID SYSLOG SYS_ADMIN SYS_BOOT SYS_CHROOT SYS_MODULE SYS_NICE
  SYS_PACCT SYS_PTRACE SYS_RAWIO SYS_RESOURCE SYS_TIME SYS_TTY_CONFIG WAKE_ALARM`
  .trim()
  .split(/\s+/);

const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'];
const handlers = ['httpGet', 'tcpSocket'];
