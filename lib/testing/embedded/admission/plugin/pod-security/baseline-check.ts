// The checks of the level `baseline`, as in Kubernetes 1.35 and later.

import type { JsonObject } from '../../../../../api/index.ts';
import { annotationsOf } from '../../../../../built-in/index.ts';
import { fieldAt, objectsAt, scalarText, textAt } from '../../../../../schema/index.ts';
import {
  allContainers,
  containerNames,
  countedTexts,
  distinctTexts,
  quotedTexts,
  type SecurityCheck,
  securityContexts,
  settersText,
} from './security-check.ts';

const safeParameters: ReadonlySet<string> = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ping_group_range',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.tcp_wmem',
]);

const confinedTypes: ReadonlySet<string> = new Set([
  '',
  'container_engine_t',
  'container_init_t',
  'container_kvm_t',
  'container_t',
]);

/** The paths of the hosts that probes and handlers of a container address. */
const hostPaths = [
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle.postStart',
  'lifecycle.preStop',
].flatMap((handler) => [`${handler}.httpGet.host`, `${handler}.tcpSocket.host`]);

/** Returns the sentence about containers that share a kind of value: `containers "a", "b" use hostPorts 80, 81`. */
function use(names: readonly string[], word: string, values: readonly string[], shown: string): string | undefined {
  if (names.length === 0) return undefined;
  const verb = names.length === 1 ? 'uses' : 'use';
  return `${countedTexts('container', names)} ${verb} ${word}${values.length === 1 ? '' : 's'} ${shown}`;
}

function isForbiddenSeLinux(context: JsonObject): boolean {
  const [type, user, role] = ['type', 'user', 'role'].map((field) => textAt(context, `seLinuxOptions.${field}`));
  return !confinedTypes.has(type ?? '') || user !== '' || role !== '';
}

function seLinux(pod: JsonObject): string | undefined {
  const found = settersText(pod, isForbiddenSeLinux);
  if (found === undefined) return undefined;
  const contexts = securityContexts(pod);
  const texts = (field: string) => contexts.map((context) => textAt(context, `seLinuxOptions.${field}`));
  const types = distinctTexts(texts('type').filter((type) => !confinedTypes.has(type)));
  const data = [
    ...(types.length === 0 ? [] : [countedTexts('type', types)]),
    ...['user', 'role'].flatMap((field) =>
      texts(field).some((text) => text !== '') ? [`${field} may not be set`] : [],
    ),
  ];
  return `${found} set forbidden securityContext.seLinuxOptions: ${data.join('; ')}`;
}

function appArmor(pod: JsonObject): string | undefined {
  const field = settersText(pod, (context) => textAt(context, 'appArmorProfile.type') === 'Unconfined');
  const annotations = Object.entries(annotationsOf(pod))
    .filter(([name]) => name.startsWith('container.apparmor.security.beta.kubernetes.io/'))
    .filter(([, profile]) => profile !== '' && profile !== 'runtime/default' && !profile.startsWith('localhost/'))
    .map(([name, profile]) => `${name}=${JSON.stringify(profile)}`);
  const found = [
    ...(field === undefined ? [] : [`${field} must not set AppArmor profile type to "Unconfined"`]),
    ...(annotations.length === 0
      ? []
      : [`${annotations.length === 1 ? 'annotation' : 'annotations'} ${annotations.toSorted().join(', ')}`]),
  ];
  return found.length === 0 ? undefined : found.join('; ');
}

/** The checks of both levels, in the order of their sentences. */
export const baselineChecks: readonly SecurityCheck[] = [
  { reason: 'forbidden AppArmor profile', detail: appArmor },
  {
    reason: 'host namespaces',
    detail: (pod) => {
      const set = ['hostNetwork', 'hostPID', 'hostIPC'].filter((field) => fieldAt(pod, `spec.${field}`) === true);
      return set.length === 0 ? undefined : set.map((field) => `${field}=true`).join(', ');
    },
  },
  {
    reason: 'hostPort',
    detail: (pod) => {
      const portsOf = (container: JsonObject) =>
        objectsAt(container, 'ports').flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : [scalarText(hostPort)]));
      const ports = distinctTexts(allContainers(pod).flatMap(portsOf));
      return use(
        containerNames(pod, (each) => portsOf(each).length > 0),
        'hostPort',
        ports,
        ports.join(', '),
      );
    },
  },
  {
    reason: 'probe or lifecycle host',
    detail: (pod) => {
      const hostsOf = (container: JsonObject) => hostPaths.map((path) => textAt(container, path)).filter(Boolean);
      const hosts = distinctTexts(allContainers(pod).flatMap(hostsOf));
      const names = distinctTexts(containerNames(pod, (each) => hostsOf(each).length > 0));
      return use(names, 'probe or lifecycle host', hosts, quotedTexts(hosts));
    },
  },
  {
    reason: 'privileged',
    detail: (pod) => {
      const names = containerNames(pod, (each) => fieldAt(each, 'securityContext.privileged') === true);
      return names.length === 0
        ? undefined
        : `${countedTexts('container', names)} must not set securityContext.privileged=true`;
    },
  },
  { reason: 'seLinuxOptions', detail: seLinux },
  {
    reason: 'forbidden sysctls',
    detail: (pod) => {
      const names = objectsAt(pod, 'spec.securityContext.sysctls').map(({ name }) => scalarText(name));
      const forbidden = names.filter((name) => !safeParameters.has(name));
      return forbidden.length === 0 ? undefined : forbidden.join(', ');
    },
  },
  {
    reason: 'hostProcess',
    detail: (pod) => {
      const found = settersText(pod, (context) => fieldAt(context, 'windowsOptions.hostProcess') === true);
      return found === undefined ? undefined : `${found} must not set securityContext.windowsOptions.hostProcess=true`;
    },
  },
];
