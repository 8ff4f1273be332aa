import { nearestName } from '../../../../schema/index.ts';

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

/** The descriptors for fields of a status, and for the kind of a referenced object. */
const ofKubernetes = ['io.kubernetes', 'io.kubernetes.conditions', 'io.kubernetes.phase'];

interface HintProblem {
  readonly what: string;
  readonly remedy: string;
}

/** Returns the unknown part of an x-descriptor; undefined if consoles know it, or if it has a custom prefix. */
export function descriptorHintProblem(hint: string): HintProblem | undefined {
  if (hint.startsWith(ui)) return widgetProblem(hint.slice(ui.length));
  const isPrefixed = hint.startsWith(prefix);
  const [head = ''] = (isPrefixed ? hint.slice(prefix.length) : hint).split(':');
  const what = `no console knows ${JSON.stringify(hint)}`;
  if (widgets.includes(head) && !(isPrefixed && head === 'text')) return { what, remedy: `write ${ui}${head}` };
  if (!isPrefixed)
    return hint.startsWith('urn:') ? undefined : { what, remedy: `write one that begins with ${prefix}` };
  if (!head.startsWith('io.kubernetes') || ofKubernetes.includes(head)) return undefined;
  return { what, remedy: `did you mean ${prefix}${nearestName(head, ofKubernetes) ?? 'io.kubernetes:<Kind>'}?` };
}

function widgetProblem(widget: string): HintProblem | undefined {
  const [name = '', ...rest] = widget.split(':');
  if (!widgets.includes(name)) {
    const meant = nearestName(name, widgets);
    const remedy = meant === undefined ? 'take one that consoles have, such as text' : `did you mean ${meant}?`;
    return { what: `no console knows ${name}`, remedy };
  }
  if (!namingWidgets.includes(name) || rest.join('') !== '') return undefined;
  return { what: `${name} names nothing`, remedy: `write ${name}:<…>, as in ${ui}${name}:size` };
}
