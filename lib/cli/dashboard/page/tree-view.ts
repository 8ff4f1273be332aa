// In: the tree of a custom resource. Out: its nodes, which open and close by keys and clicks. Drawn by `main`.

import type { KindReport, TreeNode } from '../message.ts';
import { healthMark } from './health-mark.ts';
import { type ComponentChild, h } from './preact.ts';

/** The content of the tree, and the effects of its nodes. */
export interface TreeViewProps {
  readonly nodes: readonly TreeNode[];
  readonly isCut: boolean;
  readonly selected: string;
  readonly closed: ReadonlySet<string>;
  readonly kinds: readonly KindReport[];
  readonly select: (uid: string) => void;
  readonly toggle: (uid: string) => void;
}

/** Draws the tree. */
export function treeView(props: TreeViewProps): ComponentChild {
  const open = openNodes(props.nodes, props.closed);
  const missing = props.kinds.filter(({ role, state }) => role === 'child' && state !== 'listed');
  return h(
    'section',
    { class: 'tree', 'aria-label': 'Children' },
    h(
      'div',
      { role: 'tree', 'aria-label': 'The resource and its children' },
      open.map((node, index) => treeItem(node, props, open[index - 1]?.uid, open[index + 1]?.uid)),
    ),
    props.isCut && h('p', { class: 'note' }, `The tree has more than these ${props.nodes.length} objects.`),
    missing.map(({ kind, state }) => h('p', { class: 'note' }, `${kind}: ${stateTexts[state]}`)),
  );
}

/** The consequences of list states. */
export const stateTexts = {
  listed: 'is shown',
  'not-listed': 'could not be listed yet',
  forbidden: 'you may not list or watch this kind',
  'not-served': 'the cluster does not serve this kind',
  'over-limit': 'not all objects fit into the memory',
} as const;

interface OpenNode extends TreeNode {
  /** Undefined: it has no children. */
  readonly isOpen: boolean | undefined;
  readonly parent: string | undefined;
}

/** Returns the nodes that no closed node hides. */
function openNodes(nodes: readonly TreeNode[], closed: ReadonlySet<string>): readonly OpenNode[] {
  const above: TreeNode[] = [];
  return nodes.flatMap((node, index) => {
    above.length = node.level - 1;
    const isHidden = above.some(({ uid }) => closed.has(uid));
    const parent = above.at(-1)?.uid;
    above.push(node);
    const hasChildren = (nodes[index + 1]?.level ?? 0) > node.level;
    return isHidden ? [] : [{ ...node, parent, isOpen: hasChildren ? !closed.has(node.uid) : undefined }];
  });
}

function treeItem(node: OpenNode, props: TreeViewProps, previous?: string, next?: string): ComponentChild {
  const { uid, level, kind, name, health, message, isOpen, parent } = node;
  const onKeyDown = (event: KeyboardEvent) => {
    const isRight = event.key === 'ArrowRight';
    if ((isRight && isOpen === false) || (event.key === 'ArrowLeft' && isOpen === true)) props.toggle(uid);
    const to = { ArrowDown: next, ArrowUp: previous, ArrowLeft: isOpen === true ? undefined : parent }[event.key];
    const ends = { Home: props.nodes[0]?.uid, ArrowRight: isOpen === true ? next : undefined }[event.key];
    const target = to ?? ends;
    if (target !== undefined) focusNode(target, props);
    if (/^(?:Arrow|Home)/.test(event.key)) event.preventDefault();
  };
  return h(
    'div',
    {
      ...{ key: uid, id: `node-${uid}`, class: 'node', role: 'treeitem', 'aria-level': level },
      ...(isOpen !== undefined && { 'aria-expanded': isOpen }),
      'aria-selected': uid === props.selected,
      tabIndex: uid === props.selected ? 0 : -1,
      style: { paddingLeft: `${(level - 1) * 20 + 8}px` },
      onKeyDown,
      onClick: () => props.select(uid),
    },
    h(
      'span',
      {
        ...{ class: 'twist', 'aria-hidden': true },
        onClick(event: Event) {
          event.stopPropagation();
          props.toggle(uid);
        },
      },
      isOpen === undefined ? '' : isOpen ? '▾' : '▸',
    ),
    healthMark(health),
    h('span', { class: 'dim' }, kind),
    ' ',
    h('span', { class: 'node-name' }, name),
    message !== '' && h('span', { class: `reason ${health}` }, message),
  );
}

function focusNode(uid: string, { select }: TreeViewProps): void {
  document.getElementById(`node-${uid}`)?.focus();
  select(uid);
}
