import type { GroupVersionKind, JsonObject } from '../api/index.ts';
import { getOrMake, objectList, textOrEmpty } from '../schema/index.ts';
import definitions from './data/definitions.json' with { type: 'json' };
import { type Definitions, SchemaNode } from './schema-node.ts';

/** The OpenAPI definitions of all built-in kinds, by name. */
export const builtInDefinitions: Readonly<Record<string, JsonObject>> = definitions;

/** Finds an OpenAPI definition by its name. */
export const openApiDefinition: Definitions = (name) => builtInDefinitions[name];

/** Returns the built-in schema of the metadata of every object. */
export function metadataSchema(): SchemaNode {
  return referredSchema('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta');
}

const schemas = new Map<string, SchemaNode>();

function referredSchema(name: string): SchemaNode {
  return getOrMake(schemas, name, () =>
    SchemaNode.builtIn({ $ref: `#/components/schemas/${name}` }, openApiDefinition),
  );
}

let definitionNames: ReadonlyMap<string, string> | undefined;

/** Returns the schema of a built-in kind. */
export function builtInSchema({ group, version, kind }: GroupVersionKind): SchemaNode {
  definitionNames ??= new Map(
    Object.entries(builtInDefinitions).flatMap(([name, { 'x-kubernetes-group-version-kind': kinds }]) =>
      objectList(kinds).map((each): [string, string] => [
        `${textOrEmpty(each.group)}/${textOrEmpty(each.version)}/${textOrEmpty(each.kind)}`,
        name,
      ]),
    ),
  );
  return referredSchema(definitionNames.get(`${group}/${version}/${kind}`) ?? '');
}
