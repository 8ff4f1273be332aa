import type { FieldDescriptors, Widget } from '../../../constructs/index.ts';
import type { JsonSchemaProps } from '../../../schema/index.ts';
import { displayName } from './display-name.ts';

/**
 * What a console needs to show a field of a custom resource and to let people fill it in.
 *
 * @see https://github.com/openshift/console/blob/main/frontend/packages/operator-lifecycle-manager/src/components/descriptors/reference/reference.md
 */
export interface Descriptor {
  /** Dotted, from below `spec` or `status`. */
  readonly path: string;
  readonly displayName: string;
  readonly description?: string;
  /** How the field is shown. */
  readonly 'x-descriptors'?: readonly string[];
}

/**
 * Descriptors of the fields of a spec, groups before what is in them, in the order of the schema.
 *
 * @param replicas - the path of the field that is scaled. @default none
 */
export function specDescriptors(schema: JsonSchemaProps, replicas?: string): Descriptor[] {
  return descriptors(schema, '', (path, field) => widgets(path, field, replicas));
}

/** Descriptors of the fields of a status, likewise. */
export function statusDescriptors(schema: JsonSchemaProps): Descriptor[] {
  return descriptors(schema, '', displays);
}

/** What is done with a resource by changing a field: that which is scaled, and those that its author names. */
export function actionDescriptors(
  schema: JsonSchemaProps,
  { replicas, said = {} }: { readonly replicas: string | undefined; readonly said: FieldDescriptors | undefined },
): Descriptor[] {
  const scaling = { ...(replicas !== undefined && { [replicas]: { displayName: 'Scale', ...said[replicas] } }) };
  const actions: FieldDescriptors = { ...said, ...scaling };
  const fields = specDescriptors(schema, replicas).filter(({ path }) => Object.hasOwn(actions, path));
  return described(fields, actions);
}

/** Descriptors with what an author says of their fields. A field stays in its group, however it is shown. */
export function described(derived: readonly Descriptor[], said: FieldDescriptors = {}): Descriptor[] {
  return derived.map((descriptor) => {
    const { displayName, description, shownAs } = said[descriptor.path] ?? {};
    const groups = (descriptor['x-descriptors'] ?? []).filter((hint) => hint.startsWith(`${ui}:fieldGroup:`));
    return {
      ...descriptor,
      ...(displayName !== undefined && { displayName }),
      ...(description !== undefined && { description }),
      ...(shownAs !== undefined && { 'x-descriptors': [...groups, ...shownAs.map(hint)] }),
    };
  });
}

function hint(widget: Widget): string {
  return /^(?:io\.kubernetes|org\.w3)/.test(widget) ? `urn:alm:descriptor:${widget}` : `${ui}:${widget}`;
}

/** How a field is shown, by its path and schema. */
type Hints = (path: string, field: JsonSchemaProps) => readonly string[];

function descriptors(schema: JsonSchemaProps, parent: string, hintsOf: Hints): Descriptor[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => isAddressable(name))
    .flatMap(([name, field]) => {
      const path = parent === '' ? name : `${parent}.${name}`;
      const hints = hintsOf(path, field);
      const descriptor: Descriptor = {
        path,
        displayName: displayName(name),
        ...(field.description !== undefined && { description: field.description }),
        ...(hints.length > 0 && { 'x-descriptors': hints }),
      };
      return isResourceRequirements(field) ? [descriptor] : [descriptor, ...descriptors(field, path, hintsOf)];
    });
}

/** A path can't name a field with a dot or a bracket in it. */
function isAddressable(name: string): boolean {
  return !/[.[\]]/.test(name);
}

const ui = 'urn:alm:descriptor:com.tectonic.ui';

function widgets(path: string, field: JsonSchemaProps, replicas: string | undefined): string[] {
  const widget = widgetsOf(path, field, replicas).map((name) => `${ui}:${name}`);
  const group = path.slice(0, Math.max(path.lastIndexOf('.'), 0));
  return group === '' ? widget : [`${ui}:fieldGroup:${group}`, ...widget];
}

function widgetsOf(path: string, field: JsonSchemaProps, replicas: string | undefined): string[] {
  if (field['x-kubernetes-int-or-string'] === true) return ['text'];
  if (field.enum !== undefined)
    return field.enum.map((value) => `select:${typeof value === 'string' ? value : JSON.stringify(value)}`);
  if (isResourceRequirements(field)) return ['resourceRequirements'];
  switch (field.type) {
    case 'boolean':
      return ['booleanSwitch'];
    case 'integer':
      return [path === replicas || /^(size|replicas|instances)$/.test(path) ? 'podCount' : 'number'];
    case 'number':
      return ['number'];
    case 'string':
      return [field.format === 'password' ? 'password' : 'text'];
    default:
      return [];
  }
}

function displays(path: string, field: JsonSchemaProps): string[] {
  if (path === 'conditions' && field.type === 'array') return ['urn:alm:descriptor:io.kubernetes.conditions'];
  if (path === 'phase' && field.type === 'string') return ['urn:alm:descriptor:io.kubernetes.phase'];
  const isScalar = field.type !== undefined && ['boolean', 'integer', 'number', 'string'].includes(field.type);
  return isScalar ? ['urn:alm:descriptor:text'] : [];
}

function isResourceRequirements({ properties = {} }: JsonSchemaProps): boolean {
  return 'requests' in properties && 'limits' in properties;
}
