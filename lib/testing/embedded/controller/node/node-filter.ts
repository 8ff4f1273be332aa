// In: a pod that has no node, and the nodes. Out: the faults of each node. Called by the scheduler.

import type { JsonObject } from '../../../../api/index.ts';
import { labelsOf, metadataText } from '../../../../built-in/index.ts';
import { fieldAt, numberAt, objectsAt, scalarText, textAt } from '../../../../schema/index.ts';
import { amountsOf, zeroAmount } from '../../resource/amount.ts';
import { podAmounts } from '../../resource/pod-amount.ts';
import { isNodeSelected, isUnschedulable, taintsOf, tolerates, unschedulableTaint } from './node-fit.ts';
import { anyAddress, hostPorts, type NodeLoads } from './node-load.ts';
import { affinityTerms, antiAffinityTerms, type PodTerm, spreadTerm } from './pod-term.ts';
import type { CountedTerm, TermCounts } from './term-count.ts';

/** A reason why a pod can't run on a node. */
export interface NodeFault {
  readonly reason: string;
  /** True if it would stay if the node had fewer pods. */
  readonly isPermanent: boolean;
}

/** The sources that the filters read. */
export interface FilterSources {
  readonly loads: NodeLoads;
  readonly terms: TermCounts;
  readonly nodes: readonly JsonObject[];
}

type NodeFilter = (node: JsonObject) => readonly NodeFault[];

/** Returns the filter of a pod: it returns the faults of a node that the first plugin of the scheduler finds. */
export function nodeFilter(pod: JsonObject, sources: FilterSources): NodeFilter {
  const filters: readonly NodeFilter[] = [
    permanent('node(s) were unschedulable', (node) => isUnschedulable(node) && !tolerates(pod, unschedulableTaint)),
    permanent('node(s) had untolerated taint(s)', (node) => taintsOf(node).some((taint) => !tolerates(pod, taint))),
    permanent("node(s) didn't match Pod's node affinity/selector", (node) => !isNodeSelected(pod, node)),
    portFilter(pod, sources),
    resourceFilter(pod, sources),
    ...objectsAt(pod, 'spec.topologySpreadConstraints')
      .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule')
      .map((constraint) => spreadFilter(pod, constraint, sources)),
    ...affinityFilters(pod, sources),
  ];
  return (node) => filters.map((filter) => filter(node)).find((faults) => faults.length > 0) ?? [];
}

function permanent(reason: string, isBad: (node: JsonObject) => boolean): NodeFilter {
  return (node) => (isBad(node) ? [{ reason, isPermanent: true }] : []);
}

function passing(reason: string, isBad: (node: JsonObject) => boolean): NodeFilter {
  return (node) => (isBad(node) ? [{ reason, isPermanent: false }] : []);
}

function portFilter(pod: JsonObject, { loads }: FilterSources): NodeFilter {
  const wanted = hostPorts(pod).map((port) => port.split(' '));
  return passing("node(s) didn't have free ports for the requested pod ports", (node) => {
    if (wanted.length === 0) return false;
    const taken = [...loads.of(metadataText(node, 'name')).ports.keys()].map((port) => port.split(' '));
    return wanted.some(([protocol, port, address]) =>
      taken.some(([otherProtocol, otherPort, other]) => {
        const isShared = address === other || address === anyAddress || other === anyAddress;
        return isShared && protocol === otherProtocol && port === otherPort;
      }),
    );
  });
}

function resourceFilter(pod: JsonObject, { loads }: FilterSources): NodeFilter {
  const requested = Object.entries(podAmounts(pod, 'requests')).filter(([, { billionths }]) => billionths > 0n);
  return (node) => {
    const allocatable = amountsOf(fieldAt(node, 'status.allocatable'));
    const load = loads.of(metadataText(node, 'name'));
    const places = Number((allocatable.pods ?? zeroAmount).billionths / 1_000_000_000n);
    const faults = requested.flatMap(([resource, { billionths }]) => {
      const whole = (allocatable[resource] ?? zeroAmount).billionths;
      if (billionths <= whole - (load.requested.get(resource) ?? 0n)) return [];
      return [{ reason: `Insufficient ${resource}`, isPermanent: billionths > whole }];
    });
    return load.podCount + 1 > places ? [{ reason: 'Too many pods', isPermanent: false }, ...faults] : faults;
  };
}

function domainOf(node: JsonObject, topologyKey: string): string | undefined {
  return labelsOf(node)[topologyKey];
}

function spreadFilter(pod: JsonObject, constraint: JsonObject, { nodes, terms }: FilterSources): NodeFilter {
  const reason = "node(s) didn't match pod topology spread constraints";
  const term = spreadTerm(pod, constraint);
  const { domains } = terms.matching(term);
  const eligible = new Set(
    nodes
      .filter((node) => constraint.nodeAffinityPolicy === 'Ignore' || isNodeSelected(pod, node))
      .map((node) => domainOf(node, term.topologyKey))
      .filter((domain) => domain !== undefined),
  );
  const counts = [...eligible].map((domain) => domains.get(domain) ?? 0);
  const hasFew = eligible.size < (numberAt(constraint, 'minDomains') ?? 1);
  const least = hasFew ? 0 : counts.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const own = term.matches(pod) ? 1 : 0;
  return (node) => {
    const domain = domainOf(node, term.topologyKey);
    if (domain === undefined) return [{ reason: `${reason} (missing required label)`, isPermanent: true }];
    const skew = (domains.get(domain) ?? 0) + own - least;
    return skew > (numberAt(constraint, 'maxSkew') ?? 1) ? [{ reason, isPermanent: false }] : [];
  };
}

function affinityFilters(pod: JsonObject, { terms }: FilterSources): readonly NodeFilter[] {
  const required = affinityTerms(pod, terms.namespaceLabels).map((term) => terms.matching(term));
  const avoided = antiAffinityTerms(pod, terms.namespaceLabels).map((term) => terms.matching(term));
  const avoiding = [...terms.avoiding()].filter(({ term }) => term.matches(pod));
  // The first pod of a group that attracts itself may run anywhere.
  const isFirst = required.every(({ domains, term }) => domains.size === 0 && term.matches(pod));
  const isIn = (node: JsonObject, { term, domains }: CountedTerm) =>
    domains.has(domainOf(node, term.topologyKey) ?? noDomain);
  const hasLabel = (node: JsonObject, { topologyKey }: PodTerm) => domainOf(node, topologyKey) !== undefined;
  return [
    permanent("node(s) didn't match pod affinity rules", (node) =>
      isFirst ? required.some(({ term }) => !hasLabel(node, term)) : required.some((counted) => !isIn(node, counted)),
    ),
    passing("node(s) didn't match pod anti-affinity rules", (node) => avoided.some((each) => isIn(node, each))),
    passing("node(s) didn't satisfy existing pods anti-affinity rules", (node) =>
      avoiding.some((each) => isIn(node, each)),
    ),
  ];
}

/** No label has this value. */
const noDomain = '\n';

/** Returns the sentence of the scheduler about nodes that all have faults. */
export function unfitSentence(pod: JsonObject, faults: readonly (readonly NodeFault[])[], canPreempt: boolean): string {
  const reasons = counted(faults.flatMap((each) => each.map(({ reason }) => reason)));
  const help = faults.map((each) =>
    each.some(({ isPermanent }) => isPermanent)
      ? 'Preemption is not helpful for scheduling'
      : 'No preemption victims found for incoming pod',
  );
  const available = `0/${faults.length} nodes are available: `;
  const preemption =
    textAt(pod, 'spec.preemptionPolicy') === 'Never'
      ? 'not eligible due to preemptionPolicy=Never.'
      : canPreempt
        ? 'the embedded cluster preempts no pods.'
        : `${available}${counted(help)}.`;
  return `${available}${reasons}. no new claims to deallocate, preemption: ${preemption}`;
}

/** Returns texts with the number of each, in order. */
function counted(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .map(([text, count]) => `${scalarText(count)} ${text}`)
    .toSorted()
    .join(', ');
}
