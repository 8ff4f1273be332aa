// In: Services, Endpoints, Ingresses and their classes and addresses. Out: the cells of their rows. Called by the tables of built-in kinds.

import type { JsonObject } from '../../../../api/index.ts';
import { listAt, objectsAt, scalarText, textAt } from '../../../../schema/index.ts';
import { groupResource } from '../../status-error.ts';
import { at, type Cells, firstTexts, labelsCell } from './cell.ts';

/** The cells of a Service. */
export const serviceCells: Cells = {
  Type: 'spec.type',
  'Cluster-IP': (service) => scalarText(listAt(service, 'spec.clusterIPs')[0]) || '<none>',
  'External-IP': externalAddress,
  'Port(s)': (service) => objectsAt(service, 'spec.ports').map(portText).join(',') || '<none>',
  Selector: labelsCell('spec.selector'),
};

/** The cells of an EndpointSlice. */
export const endpointSliceCells: Cells = {
  AddressType: 'addressType',
  Ports: (slice) =>
    firstTexts(
      objectsAt(slice, 'ports').map((port) => textAt(port, 'port', textAt(port, 'name', '*'))),
      3,
      { absent: '<unset>' },
    ),
  Endpoints: (slice) => {
    const addresses = objectsAt(slice, 'endpoints').flatMap((endpoint) => listAt(endpoint, 'addresses'));
    return firstTexts(addresses.map(scalarText), 3, { absent: '<unset>' });
  },
};

/** The cells of an Ingress. */
export const ingressCells: Cells = {
  Class: ['spec.ingressClassName', '<none>'],
  Hosts: hostsText,
  Address: (ingress) => balancerAddresses(ingress).join(','),
  Ports: (ingress) => (listAt(ingress, 'spec.tls').length === 0 ? '80' : '80, 443'),
};

/** Returns the first addresses of Endpoints, with their ports. */
export function endpointsText(endpoints: JsonObject): string {
  const addresses = objectsAt(endpoints, 'subsets').flatMap((subset) => {
    const ips = objectsAt(subset, 'addresses').map(({ ip }) => scalarText(ip));
    const ports = objectsAt(subset, 'ports').map(({ port }) => scalarText(port));
    if (ports.length === 0) return ips;
    return ports.flatMap((port) => ips.map((ip) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)));
  });
  return listAt(endpoints, 'subsets').length === 0 ? '<none>' : firstTexts(addresses, 3);
}

/** Returns a port of a Service, such as `80:30080/TCP`. */
function portText(port: JsonObject): string {
  const node = at(port, 'nodePort');
  const ports = typeof node === 'number' && node > 0 ? `${textAt(port, 'port')}:${node}` : textAt(port, 'port');
  return `${ports}/${textAt(port, 'protocol')}`;
}

/** Returns the addresses that a load balancer has given to an object. */
function balancerAddresses(object: JsonObject): string[] {
  const entries = objectsAt(object, 'status.loadBalancer.ingress');
  const addresses = entries.map((entry) => textAt(entry, 'ip', textAt(entry, 'hostname')));
  return [...new Set(addresses.filter((address) => address !== ''))].sort();
}

/** Returns the addresses of a Service outside of the cluster. */
function externalAddress(service: JsonObject): string {
  const external = listAt(service, 'spec.externalIPs').map(scalarText);
  switch (at(service, 'spec.type')) {
    case 'ClusterIP':
    case 'NodePort':
      return external.join(',') || '<none>';
    case 'LoadBalancer':
      return [...balancerAddresses(service), ...external].join(',') || '<pending>';
    case 'ExternalName':
      return textAt(service, 'spec.externalName');
    default:
      return '<unknown>';
  }
}

/** Returns the object with the parameters of an IngressClass. */
export function parametersText(ingressClass: JsonObject): string {
  const parameters = at(ingressClass, 'spec.parameters');
  if (parameters === undefined) return '<none>';
  const plural = textAt(parameters, 'kind');
  return `${groupResource({ group: textAt(parameters, 'apiGroup'), plural })}/${textAt(parameters, 'name')}`;
}

/** Returns the first hosts of an Ingress. */
function hostsText(ingress: JsonObject): string {
  const rules = objectsAt(ingress, 'spec.rules').map((rule) => textAt(rule, 'host'));
  const hosts = [...rules.entries()].filter(([, host]) => host !== '');
  const shown = hosts.slice(0, 3).map(([, host]) => host);
  const [third] = hosts[2] ?? [rules.length];
  // The API server counts all rules here, also those without a host.
  if (third < rules.length - 1) return `${shown.join(',')} + ${rules.length - 3} more...`;
  return shown.join(',') || '*';
}

/** Returns the object that has an IPAddress. */
export function parentText(address: JsonObject): string {
  const parent = at(address, 'spec.parentRef');
  if (parent === undefined) return '<none>';
  const resource = groupResource({ group: textAt(parent, 'group'), plural: textAt(parent, 'resource') });
  return [resource.toLowerCase(), textAt(parent, 'namespace'), textAt(parent, 'name')].filter(Boolean).join('/');
}
