// Writes the table of the built-in kinds' types, which the validation of bundles uses, from the schemas that an API
// server publishes. Run it after an update of the control plane; a test fails while the table is out of date.

import { writeFileSync } from 'node:fs';
import { ControlPlane } from '../lib/testing/index.ts';

/** The file with the table, from the repository's root. */
export const publishedTypesFile = 'lib/olm/validation/shape/published-types.ts';

/** The paths of published schemas → the root types of a bundle's manifests. */
const roots: Readonly<Record<string, readonly string[]>> = {
  'api/v1': ['api.core.v1.ConfigMap', 'api.core.v1.Secret', 'api.core.v1.Service', 'api.core.v1.ServiceAccount'],
  'apis/apps/v1': ['api.apps.v1.DeploymentSpec'],
  'apis/policy/v1': ['api.policy.v1.PodDisruptionBudget'],
  'apis/scheduling.k8s.io/v1': ['api.scheduling.v1.PriorityClass'],
  'apis/networking.k8s.io/v1': ['api.networking.v1.NetworkPolicy'],
  'apis/rbac.authorization.k8s.io/v1': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'].map(
    (kind) => `api.rbac.v1.${kind}`,
  ),
  'apis/apiextensions.k8s.io/v1': ['apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition'],
};

/** Types whose content other rules validate. */
const open: readonly string[] = ['JSONSchemaProps'];

/**
 * Fields that API servers treat as absent if they are empty: they aren't pointers in Go, which schemas don't express.
 */
const emptiable: readonly string[] = [
  ...['Container', 'EphemeralContainer'].flatMap((type) => [
    `${type}.imagePullPolicy`,
    `${type}.terminationMessagePolicy`,
  ]),
  ...['ContainerPort.protocol', 'ServicePort.protocol', 'HTTPGetAction.scheme', 'ImageVolumeSource.pullPolicy'],
  ...[
    'DeploymentStrategy.type',
    'PodSpec.dnsPolicy',
    'PodSpec.restartPolicy',
    'Toleration.effect',
    'Toleration.operator',
  ],
  ...['ServiceSpec.externalTrafficPolicy', 'ServiceSpec.sessionAffinity', 'ServiceSpec.type'],
];

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly $ref?: string;
  readonly allOf?: readonly [Schema];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const scalars: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  'integer int32': 'int32',
  'integer int64': 'integer',
  string: 'text',
  'string byte': 'base64',
  'string date-time': 'time',
  'integer,string': 'intOrText',
  'string,number': 'quantity',
};

/** Returns the source of {@link publishedTypesFile} for the API server. */
export async function publishedTypesSource(controlPlane: ControlPlane): Promise<string> {
  const schemas: Record<string, Schema> = {};
  for (const path of Object.keys(roots)) {
    const { stdout } = await controlPlane.kubectl(['get', '--raw', `/openapi/v3/${path}`]);
    const { components } = JSON.parse(stdout) as { components: { schemas: Record<string, Schema> } };
    Object.assign(schemas, components.schemas);
  }
  const types = new Map<string, string>();

  function typeOf({ $ref, allOf, oneOf, items, additionalProperties, enum: choices, type, format }: Schema): string {
    const reference = $ref ?? allOf?.[0].$ref;
    if (reference !== undefined) return named(reference.replace(/.*\//, ''));
    if (items !== undefined) return `${typeOf(items)}[]`;
    if (additionalProperties !== undefined) return `${typeOf(additionalProperties)}{}`;
    if (choices !== undefined) return `=${choices.join('|')}`;
    if (type === 'object') return 'any{}';
    if (type === undefined && oneOf === undefined) return 'any';
    const word = oneOf?.map((each) => each.type).join(',') ?? [type, format].filter(Boolean).join(' ');
    const scalar = scalars[word];
    if (scalar === undefined) throw new Error(`an API server publishes a type that the table can't express: ${word}`);
    return scalar;
  }

  function named(reference: string): string {
    const schema = schemas[reference];
    if (schema === undefined) throw new Error(`an API server publishes no type ${reference}`);
    const name = reference.replace(/.*\./, '');
    if (open.includes(name)) return 'any';
    if (schema.properties === undefined) return typeOf(schema);
    if (!types.has(name)) {
      types.set(name, '');
      const isObject = schema.properties.kind !== undefined && schema.properties.metadata !== undefined;
      const fields = Object.entries(schema.properties).map(([field, value]) => {
        // API servers drop the status of a new object.
        const type = isObject && field === 'status' ? 'any' : typeOf(value);
        const choices = emptiable.includes(`${name}.${field}`) ? type.replace('=', '=|') : type;
        return `${field}${schema.required?.includes(field) === true ? '!' : ''}:${choices}`;
      });
      types.set(name, fields.join(' '));
    }
    return name;
  }

  for (const name of Object.values(roots).flat()) named(`io.k8s.${name}`);
  const lines = [...types].toSorted(([one], [other]) => (one < other ? -1 : 1)).map((line) => line.join(' '));
  return `// Generated by .config/published-types.ts from the schemas that an API server publishes.

/** A line for each type of the built-in kinds in bundles: its name, and its fields as in a \`ShapeTable\`. */
export const publishedTypes = \`
${lines.join('\n')}
\`;
`;
}

if (import.meta.main) {
  const controlPlane = await ControlPlane.start({ components: [] });
  try {
    writeFileSync(publishedTypesFile, await publishedTypesSource(controlPlane));
  } finally {
    await controlPlane.stop();
  }
}
