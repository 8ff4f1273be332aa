// In: a constructed operator. Out: its structure as nodes and edges, in the order of construction. Called by `graph`.

import {
  definitionName,
  formatGroupVersionKind,
  groupVersionKind,
  isSameKind,
  type Kind,
  type KubernetesObject,
  resolveViewedKind,
} from '../../api/index.ts';
import {
  Controller,
  MutatingWebhook,
  type Operator,
  ValidatingAdmissionPolicy,
  ValidatingWebhook,
} from '../../constructs/index.ts';
import { sampleChildren } from '../../olm/bundle/index.ts';
import { startedImages } from '../../render/index.ts';
import type { GraphEdge, GraphNode, OperatorGraph } from './graph-node.ts';
import { managerNodes } from './manager-node.ts';

/** Returns the structure of an operator whose definition has no findings. */
export function operatorGraph(operator: Operator): OperatorGraph {
  const manifests: readonly KubernetesObject[] = operator.toJson();
  const controllers = Controller.in(operator);
  const admission = admissionConstructs(operator);
  const related = controllers.map(relatedKinds);
  const samples: readonly KubernetesObject[] = operator.samples?.toJson() ?? [];
  // A sample that can't be rendered has no children: `synth` reports it.
  const children = samples.flatMap((sample) => sampleChildren(sample, controllers).children);
  const kinds = new Map(related.flat().map(({ kind }) => [formatGroupVersionKind(kind), kind]));
  return {
    title: `${operator.name} ${operator.props.version}`,
    nodes: [
      ...admission.map(({ node, props: { failurePolicy = 'Fail' }, type }): GraphNode => {
        const lines = [type, `on failure: ${failurePolicy}`];
        return { id: node.path, section: 'Admission', title: node.id, lines };
      }),
      ...operator.definitions.map(({ definition }) => apiNode(definition)),
      ...controllers.map(controllerNode),
      ...Array.from(kinds, ([id, kind]) => objectNode(id, kind, children)),
      ...managerNodes(operator, manifests),
    ],
    edges: [
      ...admission.map(({ node, props }) => ({ from: node.path, to: definitionName(props.for.definition), label: '' })),
      ...controllers.map(({ node, kind }) => ({ from: definitionName(kind), to: node.path, label: '' })),
      ...controllers.flatMap(({ node }, index) => relationEdges(node.path, related[index] ?? [])),
    ],
  };
}

function apiNode(definition: Controller['kind']): GraphNode {
  const { group, version, kind, scope, versions } = definition;
  const older = versions.map(({ of }) => of.definition.version);
  const converted = older.length === 0 ? [] : [`converts ${older.join(', ')}`];
  return {
    id: definitionName(definition),
    section: 'APIs',
    title: kind,
    lines: [group, `${version}, ${scope}`, ...converted],
  };
}

function controllerNode({ node, props }: Controller): GraphNode {
  const { sources = [] } = props;
  const callbacks = (['render', 'reconcile', 'status', 'cleanup'] as const).filter((name) => props[name] !== undefined);
  return {
    id: node.path,
    section: 'Controllers',
    title: node.id,
    lines: [`of ${props.for.definition.kind}`, ...callbacks, ...sources.map(({ name }) => `source ${name}`)],
  };
}

function objectNode(id: string, kind: Kind, children: readonly KubernetesObject[]): GraphNode {
  const { group, version } = kind;
  const lines = children
    .filter((child) => isSameKind(groupVersionKind(child), kind))
    .flatMap((child) => [child.metadata.name, ...startedImages(child).map(({ image }) => `image ${image}`)]);
  return {
    id,
    section: 'Objects',
    title: kind.kind,
    lines: [group === '' ? version : `${group}/${version}`, ...new Set(lines)],
  };
}

interface RelatedKind {
  readonly kind: Kind;
  readonly relation: 'owns' | 'references' | 'retires' | 'uses' | 'watches';
}

function relatedKinds({ owns, watches, references, retires, props: { uses = [] } }: Controller): RelatedKind[] {
  return [
    ...owns.map((kind) => ({ kind, relation: 'owns' as const })),
    ...watches.map(({ kind }) => ({ kind, relation: 'watches' as const })),
    ...references.map(({ kind }) => ({ kind, relation: 'references' as const })),
    ...uses.map(({ kind }: { readonly kind: Parameters<typeof resolveViewedKind>[0] }) => ({
      kind: resolveViewedKind(kind),
      relation: 'uses' as const,
    })),
    ...retires.map(({ kind }) => ({ kind, relation: 'retires' as const })),
  ];
}

/** Returns one edge for each kind, with all relations to it. */
function relationEdges(from: string, related: readonly RelatedKind[]): GraphEdge[] {
  return Array.from(
    Map.groupBy(related, ({ kind }) => formatGroupVersionKind(kind)),
    ([to, same]) => ({ from, to, label: [...new Set(same.map(({ relation }) => relation))].join(', ') }),
  );
}

/** Returns the constructs that decide about requests: webhooks that change objects come first, as in API servers. */
function admissionConstructs(operator: Operator) {
  const policies = operator.node.findAll().filter(ValidatingAdmissionPolicy.isValidatingAdmissionPolicy);
  return [
    ...MutatingWebhook.in(operator).map(({ node, props }) => ({ node, props, type: 'MutatingWebhook' })),
    ...policies.map(({ node, props }) => ({ node, props, type: 'AdmissionPolicy' })),
    ...ValidatingWebhook.in(operator).map(({ node, props }) => ({ node, props, type: 'ValidatingWebhook' })),
  ];
}
