import { nearestName, ownField } from '../../../../schema/index.ts';
import type { Violation } from '../../../finding/violation.ts';

const prefix = 'urn:alm:descriptor:';
const ui = `${prefix}com.tectonic.ui:`;

/** The widgets of consoles that name a field, a group or a value after a colon. */
const namingWidgets = ['arrayFieldGroup', 'fieldDependency', 'fieldGroup', 'select'];

/**
 * The widgets of consoles.
 *
 * @see
 *   https://github.com/openshift/console/blob/main/frontend/packages/operator-lifecycle-manager/src/components/descriptors/reference/reference.md
 */
const widgets: readonly string[] = [
  ...namingWidgets,
  ...'advanced booleanSwitch checkbox endpointList hidden imagePullPolicy k8sResourcePrefix label'.split(' '),
  ...'namespaceSelector nodeAffinity number password podAffinity podAntiAffinity podCount podStatuses'.split(' '),
  ...'resourceRequirements selector text updateStrategy'.split(' '),
];

const numbers: readonly string[] = ['integer', 'number'];
const objects: readonly string[] = ['object'];

/** Widget → the types of the values that it writes. Consoles convert the text of other widgets. */
const typesOfWidgets: Readonly<Record<string, readonly string[]>> = {
  booleanSwitch: ['boolean'],
  checkbox: ['boolean'],
  nodeAffinity: objects,
  number: numbers,
  podAffinity: objects,
  podAntiAffinity: objects,
  podCount: numbers,
  resourceRequirements: objects,
  updateStrategy: objects,
};

/** Returns the types of the values that the widget of an x-descriptor writes; undefined if unknown. */
export function writtenTypes(hint: string): readonly string[] | undefined {
  return hint.startsWith(ui) ? ownField(typesOfWidgets, hint.slice(ui.length)) : undefined;
}

/** The descriptors for fields of a status, and for the kind of a referenced object. */
const ofKubernetes = ['io.kubernetes', 'io.kubernetes.conditions', 'io.kubernetes.phase'];

/** Returns the unknown part of an x-descriptor; undefined if consoles know it, or if it has a custom prefix. */
export function descriptorHintProblem(hint: string): Pick<Violation, 'what' | 'remedy'> | undefined {
  if (hint.startsWith(ui)) return widgetProblem(hint.slice(ui.length));
  const isPrefixed = hint.startsWith(prefix);
  const [head = ''] = (isPrefixed ? hint.slice(prefix.length) : hint).split(':');
  const what = `no console knows ${JSON.stringify(hint)}`;
  if (widgets.includes(head) && !(isPrefixed && head === 'text')) return { what, remedy: `write ${ui}${head}` };
  if (!isPrefixed)
    return hint.startsWith('urn:') ? undefined : { what, remedy: `write one that begins with ${prefix}` };
  const [, kind = ''] = /^urn:alm:descriptor:io\.kubernetes:(?:.*:)?([^:]+)$/.exec(hint) ?? [];
  if (/^[a-z]/.test(kind)) {
    return {
      what: `consoles know no kind ${kind}`,
      remedy: `write it as manifests do, such as ${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    };
  }
  if (!head.startsWith('io.kubernetes') || ofKubernetes.includes(head)) return undefined;
  return { what, remedy: `did you mean ${prefix}${nearestName(head, ofKubernetes) ?? 'io.kubernetes:<Kind>'}?` };
}

function widgetProblem(widget: string) {
  const [name = '', ...rest] = widget.split(':');
  if (!widgets.includes(name)) {
    const meant = nearestName(name, widgets);
    const remedy = meant === undefined ? 'take one that consoles have, such as text' : `did you mean ${meant}?`;
    return { what: `no console knows ${name}`, remedy };
  }
  if (!namingWidgets.includes(name) || rest.join('') !== '') return undefined;
  return { what: `${name} names nothing`, remedy: `write ${name}:<…>, as in ${ui}${name}:size` };
}
