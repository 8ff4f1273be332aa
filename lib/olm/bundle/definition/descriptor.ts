import type { FieldDescriptors, Widget } from '../../../constructs/index.ts';
import type { JsonSchemaProps } from '../../../schema/index.ts';
import { displayName } from './display-name.ts';

/** A console's description of a field of a custom resource, to show the field and to let users fill it in. */
export interface Descriptor {
  /** The dotted path, relative to `spec` or `status`. */
  readonly path: string;
  readonly displayName: string;
  readonly description?: string;
  /** The console's controls for the field. */
  readonly 'x-descriptors'?: readonly string[];
}

/**
 * Returns descriptors of the fields of a spec, in the order of the schema: a group comes before its fields.
 *
 * @param replicas - the path of the scaled field.
 * @default none
 */
export function specDescriptors(schema: JsonSchemaProps, replicas?: string): Descriptor[] {
  return derivedDescriptors(schema, '', (path, field) => fieldWidgets(path, field, replicas));
}

/** Returns descriptors of the fields of a status, in the same order. */
export function statusDescriptors(schema: JsonSchemaProps): Descriptor[] {
  return derivedDescriptors(schema, '', statusDisplays);
}

/**
 * Returns descriptors of actions, which change one field of a resource: the scaled field, and those that the author
 * names.
 */
export function actionDescriptors(
  schema: JsonSchemaProps,
  {
    replicas,
    described = {},
  }: { readonly replicas: string | undefined; readonly described: FieldDescriptors | undefined },
): Descriptor[] {
  const scaling = { ...(replicas !== undefined && { [replicas]: { displayName: 'Scale', ...described[replicas] } }) };
  const actions: FieldDescriptors = { ...described, ...scaling };
  const fields = specDescriptors(schema, replicas).filter(({ path }) => Object.hasOwn(actions, path));
  return describedDescriptors(fields, actions);
}

/** Merges the author's descriptions into derived descriptors. A field stays in its group, whatever its control. */
export function describedDescriptors(derived: readonly Descriptor[], described: FieldDescriptors = {}): Descriptor[] {
  return derived.map((descriptor) => {
    const { displayName, description, shownAs } = described[descriptor.path] ?? {};
    const groups = (descriptor['x-descriptors'] ?? []).filter((hint) => hint.startsWith(`${ui}:fieldGroup:`));
    return {
      ...descriptor,
      ...(displayName !== undefined && { displayName }),
      ...(description !== undefined && { description }),
      ...(shownAs !== undefined && { 'x-descriptors': [...groups, ...shownAs.map(descriptorHint)] }),
    };
  });
}

function descriptorHint(widget: Widget): string {
  return /^(?:io\.kubernetes|org\.w3)/.test(widget) ? `urn:alm:descriptor:${widget}` : `${ui}:${widget}`;
}

/** Returns the controls of a field by its path and schema. */
type Hints = (path: string, field: JsonSchemaProps) => readonly string[];

function derivedDescriptors(schema: JsonSchemaProps, parent: string, hintsOf: Hints): Descriptor[] {
  return (
    Object.entries(schema.properties ?? {})
      // A path can't name other fields: dots and brackets have no escape.
      .filter(([name]) => !/[.[\]]/.test(name))
      .flatMap(([name, field]) => {
        const path = parent === '' ? name : `${parent}.${name}`;
        const hints = hintsOf(path, field);
        const descriptor: Descriptor = {
          path,
          displayName: displayName(name),
          ...(field.description !== undefined && { description: field.description }),
          ...(hints.length > 0 && { 'x-descriptors': hints }),
        };
        return isResourceRequirements(field) ? [descriptor] : [descriptor, ...derivedDescriptors(field, path, hintsOf)];
      })
  );
}

const ui = 'urn:alm:descriptor:com.tectonic.ui';

function fieldWidgets(path: string, field: JsonSchemaProps, replicas: string | undefined): string[] {
  const widget = schemaWidgets(path, field, replicas).map((name) => `${ui}:${name}`);
  const group = path.slice(0, Math.max(path.lastIndexOf('.'), 0));
  return group === '' ? widget : [`${ui}:fieldGroup:${group}`, ...widget];
}

function schemaWidgets(path: string, field: JsonSchemaProps, replicas: string | undefined): string[] {
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

function statusDisplays(path: string, field: JsonSchemaProps): string[] {
  if (path === 'conditions' && field.type === 'array') return ['urn:alm:descriptor:io.kubernetes.conditions'];
  if (path === 'phase' && field.type === 'string') return ['urn:alm:descriptor:io.kubernetes.phase'];
  const isScalar = field.type !== undefined && ['boolean', 'integer', 'number', 'string'].includes(field.type);
  return isScalar ? ['urn:alm:descriptor:text'] : [];
}

function isResourceRequirements({ properties = {} }: JsonSchemaProps): boolean {
  return 'requests' in properties && 'limits' in properties;
}
