import { isDeepStrictEqual } from 'node:util';
import type { Place } from '../../content/index.ts';
import { objectTitleOf } from '../object-identity.ts';
import { both, type Kept, pairedParts } from '../release-pair.ts';
import { shownValue } from '../shown-value.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { type ChangePolicies, immutableChildEffect } from './immutable-child.ts';

/** Reports changes of a Service that both releases render. */
export function* serviceChanges(service: Kept, policies?: ChangePolicies): Generator<UpgradeFinding> {
  yield* serviceClientFindings(service);
  yield* ipFamilyFindings(service);
  yield* loadBalancerFindings(service, policies);
}

/** Reports changes of the properties that clients of a Service depend on. */
export function* serviceClientFindings(service: Kept): Generator<UpgradeFinding> {
  yield* serviceSelectorFindings(service);
  yield* servicePortFindings(service);
  yield* serviceTypeFindings(service);
}

/** Reports changes of a Service that the API server certainly rejects, except those of its address. */
export function* refusedServiceFindings(service: Kept): Generator<UpgradeFinding> {
  for (const finding of ipFamilyFindings(service)) if (finding.severity === 'breaking') yield finding;
  yield* loadBalancerFindings(service);
}

function* serviceSelectorFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (each) => each.at('spec', 'selector'));
  if (isDeepStrictEqual(old.value, present.value)) return;
  yield upgradeFinding(present, {
    severity: 'risky',
    rule: 'selector-changed',
    what: `${objectTitleOf(after)}: ${shownValue(old.value)} → ${shownValue(present.value)}`,
    hits: 'clients of the Service: it has no endpoints until pods with the new labels are ready',
    remedy: 'keep the selector, and give the pods further labels',
  });
}

function* servicePortFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  const portOf = (port: Place) => `${shownValue(port.at('port').value)}/${port.at('protocol').text ?? 'TCP'}`;
  const [oldPorts, ports] = both({ before, after }, (each) => each.at('spec', 'ports').items);
  const { kept, gone } = pairedParts(oldPorts, ports, portOf);
  for (const port of gone) {
    yield upgradeFinding(port, {
      severity: 'breaking',
      rule: 'port-removed',
      what: `${objectTitleOf(after)}: port ${portOf(port)} is gone`,
      hits: 'clients of the Service that connect to it',
      remedy: 'keep the port, next to a new one if needed',
    });
  }
  for (const port of kept) {
    const [was, is] = both(port, (each) => each.at('name').text);
    if (was === undefined || was === is) continue;
    yield upgradeFinding(port.after.at('name'), {
      severity: 'risky',
      rule: 'port-renamed',
      what: `${objectTitleOf(after)}: port ${portOf(port.after)} has the name ${is ?? 'nothing'} now, and had ${was}`,
      hits: 'users of the port name: an Ingress, a ServiceMonitor, clients that query DNS for it',
      remedy: 'keep the name',
    });
  }
}

type ServiceType = 'ExternalName' | 'ClusterIP' | 'NodePort' | 'LoadBalancer';

/** Type → the access it offers to clients; each type but the first includes that of the types before it. */
const reaches: Readonly<Record<ServiceType, string>> = {
  ExternalName: 'clients that use its name: it resolves to another address now',
  ClusterIP: 'clients that use its address in the cluster: it has none any more',
  NodePort: 'clients that use a port of the nodes: it has none any more',
  LoadBalancer: 'clients outside the cluster: its load balancer is deleted, with its address',
};

const types = Object.keys(reaches).filter(isServiceType);

function* serviceTypeFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  const place = after.at('spec', 'type');
  const [was, is] = both({ before, after }, (each) => each.at('spec', 'type').text ?? 'ClusterIP');
  if (was === is || !isServiceType(was) || !isServiceType(is)) return;
  const isLess = types.indexOf(is) < types.indexOf(was);
  yield upgradeFinding(place, {
    severity: isLess ? 'breaking' : 'risky',
    rule: 'service-type-changed',
    what: `${objectTitleOf(after)}: ${was} → ${is}`,
    hits:
      isLess || was === 'ExternalName' ? reaches[was] : 'administrators: it can be reached from outside the cluster',
    remedy: 'keep the type, or create another Service',
  });
}

function isServiceType(type: string): type is ServiceType {
  return Object.hasOwn(reaches, type);
}

/** The first IP family of a Service is immutable as long as it has an address. */
function* ipFamilyFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  if ([before, after].some((each) => each.at('spec', 'type').text === 'ExternalName')) return;
  const place = after.at('spec', 'ipFamilies');
  const [old, present] = [before.at('spec', 'ipFamilies').texts, place.texts];
  if (present.length === 0 || isDeepStrictEqual(old, present)) return;
  const isOther = old.length > 0 && old[0] !== present[0];
  yield upgradeFinding(place, {
    severity: isOther ? 'breaking' : 'risky',
    rule: 'ip-families-changed',
    what: `${objectTitleOf(after)}: ${shownValue(before.at('spec', 'ipFamilies').value)} → ${shownValue(place.value)}`,
    hits: isOther
      ? "installed children: the API server rejects another first family, the child stays unchanged, and its resource isn't Ready"
      : 'installed children on clusters that lack a family: the API server rejects it there; clients that use a removed family',
    remedy: 'keep the families, or leave them out: the cluster sets them',
  });
}

/** The class is set when a Service becomes a load balancer, and is immutable as long as it is one. */
function* loadBalancerFindings(service: Kept, policies?: ChangePolicies): Generator<UpgradeFinding> {
  const { before, after } = service;
  if ([before, after].some((each) => each.at('spec', 'type').text !== 'LoadBalancer')) return;
  const place = after.at('spec', 'loadBalancerClass');
  const was = before.at('spec', 'loadBalancerClass').text;
  if (was === place.text) return;
  yield upgradeFinding(place, {
    rule: 'immutable-changed',
    what: `${objectTitleOf(after)}: ${shownValue(was)} → ${shownValue(place.text)}`,
    ...immutableChildEffect(service, policies),
  });
}
