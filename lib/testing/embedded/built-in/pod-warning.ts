// In: an object with the spec of pods. Out: the warnings of API servers about it. Called by the strategies of built-in kinds.

import type { JsonObject } from '../../../api/index.ts';
import { fieldAt, numberAt, objectsAt, textAt } from '../../../schema/index.ts';
import { pods } from '../collection.ts';
import { templatePaths } from '../pod.ts';

/** A volume plugin → its deprecation. */
const deprecatedPlugins: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};

const unselecting = 'a null labelSelector results in matching no pod';

/** Returns the warnings about an object's pods. Fractional bytes, deprecated labels and annotations give none. */
export function podWarnings(collection: string, object: JsonObject): readonly string[] {
  const template = templatePaths[collection];
  if (template === undefined && collection !== pods) return [];
  const place = template === undefined ? 'spec' : `${template}.spec`;
  const spec = fieldAt(object, place);
  return [
    ...objectsAt(spec, 'topologySpreadConstraints').flatMap((constraint, index) =>
      constraint.labelSelector === undefined
        ? [`${place}.topologySpreadConstraints[${index}].labelSelector: ${unselecting}`]
        : [],
    ),
    ...objectsAt(spec, 'volumes').flatMap((volume, index) =>
      Object.entries(deprecatedPlugins).flatMap(([plugin, text]) =>
        volume[plugin] === undefined ? [] : [`${place}.volumes[${index}].${plugin}: ${text}`],
      ),
    ),
    ...repeated(objectsAt(spec, 'hostAliases'), 'ip').map(
      ([index, ip]) => `${place}.hostAliases[${index}].ip: duplicate ip ${JSON.stringify(ip)}`,
    ),
    ...repeated(objectsAt(spec, 'imagePullSecrets'), 'name').map(
      ([index, name]) => `${place}.imagePullSecrets[${index}].name: duplicate name ${JSON.stringify(name)}`,
    ),
    ...objectsAt(spec, 'imagePullSecrets').flatMap((secret, index) =>
      textAt(secret, 'name') === '' ? [`${place}.imagePullSecrets[${index}].name: invalid empty name ""`] : [],
    ),
    ...containersIn(spec, place).flatMap(variableWarnings),
    ...portWarnings(containersIn(spec, place)),
    ...affinityWarnings(spec, place),
  ];
}

/** A container, and its path. */
interface PlacedContainer {
  readonly container: JsonObject;
  readonly path: string;
}

function containersIn(spec: JsonObject[string] | undefined, place: string): readonly PlacedContainer[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((field) =>
    objectsAt(spec, field).map((container, index) => ({ container, path: `${place}.${field}[${index}]` })),
  );
}

/** Returns the place and the text of each item whose text an earlier one has. */
function repeated(items: readonly JsonObject[], field: string): readonly (readonly [number, string])[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const text = textAt(item, field);
    if (seen.has(text)) return [[index, text] as const];
    seen.add(text);
    return [];
  });
}

/** A variable may extend the earlier one of its name: `$(NAME) and more`. */
function variableWarnings({ container, path }: PlacedContainer): readonly string[] {
  const variables = objectsAt(container, 'env');
  return repeated(variables, 'name').flatMap(([index, name]) => {
    const value = textAt(variables[index], 'value');
    const earlier = `$(${name})`;
    const extendsIt = variables[index]?.valueFrom === undefined && value !== earlier && value.includes(earlier);
    return extendsIt
      ? []
      : [`${path}.env[${index}]: hides previous definition of "${name}", which may be dropped when using apply`];
  });
}

function portWarnings(containers: readonly PlacedContainer[]): readonly string[] {
  const ports = containers.flatMap(({ container, path }) =>
    objectsAt(container, 'ports').map((port, index) => ({ port, path: `${path}.ports[${index}]` })),
  );
  const named = new Map<string, string>();
  const names = ports.flatMap(({ port, path }) => {
    const name = textAt(port, 'name');
    const other = named.get(name);
    if (name === '' || other === undefined) {
      named.set(name, path);
      return [];
    }
    return [
      `${path}: duplicate port name "${name}" with ${other}, services and probes that select ports by name will use ${other}`,
    ];
  });
  const others = new Map<string, { readonly port: JsonObject; readonly path: string }[]>();
  const numbers = ports.flatMap(({ port, path }) => {
    const key = `${numberAt(port, 'containerPort')}/${textAt(port, 'protocol')}`;
    const earlier = others.get(key) ?? [];
    const warnings = earlier.flatMap((other) => {
      const relation = portRelation(port, other.port);
      return relation === undefined ? [] : [`${path}: ${relation} port definition with ${other.path}`];
    });
    earlier.push({ port, path });
    others.set(key, earlier);
    return warnings;
  });
  return [...numbers, ...names];
}

function portRelation(one: JsonObject, other: JsonObject): string | undefined {
  const [hostPort, otherHostPort] = [numberAt(one, 'hostPort') ?? 0, numberAt(other, 'hostPort') ?? 0];
  const [hostIp, otherHostIp] = [textAt(one, 'hostIP'), textAt(other, 'hostIP')];
  if (hostIp === otherHostIp && hostPort === otherHostPort) return 'duplicate';
  if (hostPort === 0 || otherHostPort === 0) return 'overlapping';
  return hostPort === otherHostPort && (hostIp === '' || otherHostIp === '') ? 'dangerously ambiguous' : undefined;
}

function affinityWarnings(spec: JsonObject[string] | undefined, place: string): readonly string[] {
  return ['podAffinity', 'podAntiAffinity'].flatMap((field) => {
    const path = `${place}.affinity.${field}`;
    const required = objectsAt(spec, `affinity.${field}.requiredDuringSchedulingIgnoredDuringExecution`);
    const preferred = objectsAt(spec, `affinity.${field}.preferredDuringSchedulingIgnoredDuringExecution`);
    return [
      ...required.flatMap((term, index) =>
        term.labelSelector === undefined
          ? [`${path}.requiredDuringSchedulingIgnoredDuringExecution[${index}].labelSelector: ${unselecting}`]
          : [],
      ),
      ...preferred.flatMap((term, index) =>
        fieldAt(term, 'podAffinityTerm.labelSelector') === undefined
          ? [
              `${path}.preferredDuringSchedulingIgnoredDuringExecution[${index}].podAffinityTerm.labelSelector: ${unselecting}`,
            ]
          : [],
      ),
    ];
  });
}
