import { nearestName } from '../../../../schema/index.ts';

const prefix = 'urn:alm:descriptor:';
const ui = `${prefix}com.tectonic.ui:`;

/**
 * The widgets of consoles, and if a suffix follows the name.
 *
 * @see
 *   https://github.com/openshift/console/blob/main/frontend/packages/operator-lifecycle-manager/src/components/descriptors/reference/reference.md
 */
const widgets: ReadonlyMap<string, 'alone' | 'followed' | 'perhaps followed'> = new Map([
  ['advanced', 'alone'],
  ['arrayFieldGroup', 'followed'],
  ['booleanSwitch', 'alone'],
  ['checkbox', 'alone'],
  ['endpointList', 'alone'],
  ['fieldDependency', 'followed'],
  ['fieldGroup', 'followed'],
  ['hidden', 'alone'],
  ['imagePullPolicy', 'alone'],
  ['k8sResourcePrefix', 'perhaps followed'],
  ['label', 'alone'],
  ['namespaceSelector', 'alone'],
  ['nodeAffinity', 'alone'],
  ['number', 'alone'],
  ['password', 'alone'],
  ['podAffinity', 'alone'],
  ['podAntiAffinity', 'alone'],
  ['podCount', 'alone'],
  ['podStatuses', 'alone'],
  ['resourceRequirements', 'alone'],
  ['select', 'followed'],
  ['selector', 'perhaps followed'],
  ['text', 'alone'],
  ['updateStrategy', 'alone'],
]);

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
  if (widgets.has(head) && !(isPrefixed && head === 'text')) return { what, remedy: `write ${ui}${head}` };
  if (!isPrefixed)
    return hint.startsWith('urn:') ? undefined : { what, remedy: `write one that begins with ${prefix}` };
  if (!head.startsWith('io.kubernetes') || ofKubernetes.includes(head)) return undefined;
  return { what, remedy: `did you mean ${prefix}${nearestName(head, ofKubernetes) ?? 'io.kubernetes:<Kind>'}?` };
}

function widgetProblem(widget: string): HintProblem | undefined {
  const [name = '', ...rest] = widget.split(':');
  const form = widgets.get(name);
  if (form === undefined) {
    const meant = nearestName(name, [...widgets.keys()]);
    const remedy = meant === undefined ? 'take one that consoles have, such as text' : `did you mean ${meant}?`;
    return { what: `no console knows ${name}`, remedy };
  }
  if (form !== 'followed' || rest.join('') !== '') return undefined;
  return { what: `${name} names nothing`, remedy: `write ${name}:<…>, as in ${ui}${name}:size` };
}
