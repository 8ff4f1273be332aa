// In: a Service, as the old release and as the new one renders it. Out: which of its clients no longer reach what they did.
// Called for each Service among the children of a sample.

import { isDeepStrictEqual } from 'node:util';
import type { Place } from '../../content/index.ts';
import { titleOf } from '../object-identity.ts';
import { both, type Kept, paired } from '../release-pair.ts';
import { shown } from '../shown-value.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { type ChildFates, immutableFate } from './child-fate.ts';

/** A Service that both releases render. */
export function* serviceFindings(service: Kept, fates?: ChildFates): Generator<UpgradeFinding> {
  yield* clientFindings(service);
  yield* familyFindings(service);
  yield* balancerFindings(service, fates);
}

/** What the clients of a Service go by. */
export function* clientFindings(service: Kept): Generator<UpgradeFinding> {
  yield* selectorFindings(service);
  yield* portFindings(service);
  yield* typeFindings(service);
}

/** What the API server refuses of a Service for certain, beside its address. */
export function* refusedServiceFindings(service: Kept): Generator<UpgradeFinding> {
  for (const finding of familyFindings(service)) if (finding.severity === 'breaking') yield finding;
  yield* balancerFindings(service);
}

function* selectorFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (each) => each.at('spec', 'selector'));
  if (isDeepStrictEqual(old.value, present.value)) return;
  yield upgradeFinding(present, {
    severity: 'risky',
    rule: 'selector-changed',
    what: `${titleOf(after)}: ${shown(old.value)} → ${shown(present.value)}`,
    hits: 'clients of the Service: it has no endpoints until pods with the new labels are ready',
    remedy: 'keep the selector, and give the pods further labels instead',
  });
}

function* portFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  const portOf = (port: Place) => `${shown(port.at('port').value)}/${port.at('protocol').text ?? 'TCP'}`;
  const [oldPorts, ports] = both({ before, after }, (each) => each.at('spec', 'ports').items);
  const { kept, gone } = paired(oldPorts, ports, portOf);
  for (const port of gone) {
    yield upgradeFinding(port, {
      severity: 'breaking',
      rule: 'port-removed',
      what: `${titleOf(after)}: port ${portOf(port)} is gone`,
      hits: 'clients of the Service that connect to it',
      remedy: 'keep the port, beside a new one if need be',
    });
  }
  for (const port of kept) {
    const [was, is] = both(port, (each) => each.at('name').text);
    if (was === undefined || was === is) continue;
    yield upgradeFinding(port.after.at('name'), {
      severity: 'risky',
      rule: 'port-renamed',
      what: `${titleOf(after)}: port ${portOf(port.after)} is called ${is ?? 'nothing'} now, and was ${was}`,
      hits: 'whoever names the port: an Ingress, a ServiceMonitor, clients that ask DNS for it',
      remedy: 'keep the name',
    });
  }
}

type ServiceType = 'ExternalName' | 'ClusterIP' | 'NodePort' | 'LoadBalancer';

/** Type → what its clients go by; each type but the first has what those before it have. */
const reaches: Readonly<Record<ServiceType, string>> = {
  ExternalName: 'whoever reaches it by its name: the name leads elsewhere now',
  ClusterIP: 'whoever reaches it by its address in the cluster: there is none any more',
  NodePort: 'whoever reaches it by a port of the nodes: there is none any more',
  LoadBalancer: 'whoever reaches it from outside: its load balancer is deleted, with its address',
};

const types = Object.keys(reaches).filter(isServiceType);

function* typeFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  const place = after.at('spec', 'type');
  const [was, is] = both({ before, after }, (each) => each.at('spec', 'type').text ?? 'ClusterIP');
  if (was === is || !isServiceType(was) || !isServiceType(is)) return;
  const isLess = types.indexOf(is) < types.indexOf(was);
  yield upgradeFinding(place, {
    severity: isLess ? 'breaking' : 'risky',
    rule: 'service-type-changed',
    what: `${titleOf(after)}: ${was} → ${is}`,
    hits:
      isLess || was === 'ExternalName' ? reaches[was] : 'administrators: it can be reached from outside the cluster',
    remedy: 'keep the type, or make another Service beside this one',
  });
}

function isServiceType(type: string): type is ServiceType {
  return Object.hasOwn(reaches, type);
}

/** The first family of a Service stays what it is as long as it has an address. */
function* familyFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  if ([before, after].some((each) => each.at('spec', 'type').text === 'ExternalName')) return;
  const place = after.at('spec', 'ipFamilies');
  const [old, present] = [before.at('spec', 'ipFamilies').texts, place.texts];
  if (present.length === 0 || isDeepStrictEqual(old, present)) return;
  const isOther = old.length > 0 && old[0] !== present[0];
  yield upgradeFinding(place, {
    severity: isOther ? 'breaking' : 'risky',
    rule: 'ip-families-changed',
    what: `${titleOf(after)}: ${shown(before.at('spec', 'ipFamilies').value)} → ${shown(place.value)}`,
    hits: isOther
      ? "installed children: the API server refuses another first family, the child stays as it is, and its resource isn't Ready"
      : 'installed children on clusters that lack a family: the API server refuses it there; clients that use a family that is gone',
    remedy: 'keep the families, or leave them out: the cluster fills them in',
  });
}

/** The class is chosen when a Service becomes a load balancer, and stays what it is as long as it is one. */
function* balancerFindings(service: Kept, fates?: ChildFates): Generator<UpgradeFinding> {
  const { before, after } = service;
  if ([before, after].some((each) => each.at('spec', 'type').text !== 'LoadBalancer')) return;
  const place = after.at('spec', 'loadBalancerClass');
  const was = before.at('spec', 'loadBalancerClass').text;
  if (was === place.text) return;
  yield upgradeFinding(place, {
    rule: 'immutable-changed',
    what: `${titleOf(after)}: ${shown(was)} → ${shown(place.text)}`,
    ...immutableFate(service, fates),
  });
}
