// In: a kind, and the objects that become its children. Out: the modules of the kind, in place of the template's. Called by
// `executeCreateApi`.

import { fileName, literal, typeName } from '../../import/index.ts';
import { fieldsIn, withFields } from '../../schema/index.ts';
import { codeText, itemsText, lineWidth } from './code-value.ts';
import type { ManifestChild } from './manifest-child.ts';
import type { TemplateFile } from './template-file.ts';
import type { ApiName } from './template-name.ts';
import { distinctNames, type ImageField, type WorkloadFields, workloadFields } from './workload-field.ts';

/** A kind, and the operator that has it. */
export interface ManifestKind extends ApiName {
  /** The name of the operator, and that of its class. */
  readonly operator: { readonly name: string; readonly className: string };
}

/** Returns the modules of a kind whose resources consist of given objects. */
export function manifestKindFiles(named: ManifestKind, children: readonly ManifestChild[]): readonly TemplateFile[] {
  const workloads = workloadFields(children);
  const file = fileName(named.kind);
  const modules = {
    [`api/${named.version}/${file}.ts`]: kindModule(named, workloads),
    [`children/${file}.ts`]: childrenModule(named, children, workloads),
    [`controllers/${file}.ts`]: controllerModule(named, children, workloads.length > 0),
    [`test/${file}.test.ts`]: testModule(named, children),
  };
  return Object.entries(modules).map(([path, text]) => ({ path, lines: text.split('\n') }));
}

function kindModule({ group, version, kind }: ManifestKind, workloads: readonly WorkloadFields[]): string {
  const fields = workloads.map(workloadType).join('');
  return `import { CustomResource } from 'operand';
import { z } from 'zod';

/** The kind ${kind}: its definition, and its construct for charts. */
export class ${kind} extends CustomResource({
  group: '${group}',
  version: '${version}',
  kind: '${kind}',
  description: 'The objects of an application, with fields for replicas and images.',
  spec: z.object({${fields === '' ? '' : `\n${fields}  `}}),
}) {}
`;
}

function workloadType({ name, child, replicas, images }: WorkloadFields): string {
  const [only] = images;
  const fields = [
    replicas === undefined ? '' : replicasType(replicas.default, 8),
    only !== undefined && images.length === 1
      ? imageType({ ...only, name: 'image' }, 8)
      : objectType('images', images.map((image) => imageType(image, 12)).join(''), 'Images of the containers.', 8),
  ];
  return objectType(name, fields.join(''), `${child.kind.kind} ${child.name}.`, 4);
}

function replicasType(replicas: number | undefined, indentation: number): string {
  const rest =
    replicas === undefined
      ? ['optional()', `describe('Number of pods. An autoscaler may set it if it is left out.')`]
      : [`default(${replicas})`, `describe('Number of pods.')`];
  return fieldType('replicas', ['int32()', 'min(0)', ...rest], indentation);
}

function imageType({ name, container, default: image }: ImageField, indentation: number): string {
  const texts = [`default(${literal(image)})`, `describe(${literal(`Image of container ${container}.`)})`];
  return fieldType(name, ['string()', 'min(1)', 'max(512)', ...texts], indentation);
}

/** @param fields - the lines of its fields. */
function objectType(name: string, fields: string, description: string, indentation: number): string {
  const object = `object({\n${fields}${' '.repeat(indentation)}  })`;
  return fieldType(name, [object, 'prefault({})', `describe(${literal(description)})`], indentation);
}

/** Returns a field with its zod type, in one line if it fits. @param calls - the methods, with their arguments. */
function fieldType(name: string, calls: readonly string[], indentation: number): string {
  const start = ' '.repeat(indentation);
  const line = `${start}${name}: z.${calls.join('.')},`;
  if (line.length <= lineWidth && !line.includes('\n')) return `${line}\n`;
  const lines = calls.map((call) => {
    const whole = `${start}  .${call}`;
    if (whole.length <= lineWidth || whole.includes('\n')) return whole;
    const open = whole.indexOf('(') + 1;
    return `${whole.slice(0, open)}\n${start}    ${whole.slice(open, -1)},\n${start}  )`;
  });
  return `${start}${name}: z\n${lines.join('\n')},\n`;
}

function childrenModule(
  { kind }: ManifestKind,
  children: readonly ManifestChild[],
  workloads: readonly WorkloadFields[],
): string {
  const ids = distinctNames(children.map((child) => `${typeName(child.name)}${child.kind.kind}`));
  const objects = children.map((child, index) => {
    const start = `    new ApiObject(this, '${ids[index] ?? ''}', `;
    const workload = workloads.find((each) => each.child === child);
    return `${start}${childText(child, workload, start.length + ');'.length)});\n`;
  });
  const [types, props, spec] =
    workloads.length === 0
      ? ['', '', '']
      : [
          `import type { SpecInput } from 'operand';\n${importText(kind, '../api/index.ts')}\n`,
          `, props: SpecInput<typeof ${kind}>`,
          `    const spec = ${kind}.spec(props, this);\n`,
        ];
  return `import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
${types}
/** The children of one ${kind}. They have the names of their manifests, so that a namespace has one ${kind}. */
export class ${kind}Children extends Construct {
  constructor(scope: Construct, id: string${props}) {
    super(scope, id);
${spec}${objects.join('')}  }
}
`;
}

/** Returns a child as code, with fields of the spec in place of its replicas and images. */
function childText({ object }: ManifestChild, workload: WorkloadFields | undefined, column: number): string {
  const place = { indentation: '    ', column };
  if (workload === undefined) return codeText(object, place);
  const { name, replicas, images } = workload;
  const expressions = new Map(
    images.map((image) => [image.path, `spec.${name}.${images.length === 1 ? 'image' : `images.${image.name}`}`]),
  );
  if (replicas === undefined) return codeText(object, place, expressions);
  const spec = { replicas: replicas.default ?? 0, ...fieldsIn(object.spec) };
  return codeText(withFields(object, { spec }), place, expressions.set('spec.replicas', `spec.${name}.replicas`));
}

function controllerModule({ kind }: ManifestKind, children: readonly ManifestChild[], hasFields: boolean): string {
  const owned = [...new Set(children.map(({ kind: each }) => ownedText(each)))];
  const owns = itemsText('[]', owned, { indentation: '      ', column: '      owns: '.length });
  const render = hasFields
    ? `(at, { spec }) => new ${kind}Children(at, 'Children', spec)`
    : `(at) => new ${kind}Children(at, 'Children')`;
  return `import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Controller, Sample } from 'operand';
${importText(kind, '../api/index.ts')}
${importText(`${kind}Children`, `../children/${fileName(kind)}.ts`)}

/** Reconciles each ${kind}: applies its children. The condition Ready reports their readiness. */
export class ${kind}Controller extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new Controller(this, 'Controller', {
      for: ${kind},
      owns: ${owns},
      render: ${render},
    });
    new Sample(this, 'Sample', { of: ${kind}, spec: {} });
  }
}
`;
}

/** Returns an entry of `owns`. A Job is created again for another image, since its pods can't be changed. */
function ownedText({ version, kind }: ManifestChild['kind']): string {
  if (kind === 'Job') return "{ kind: k8s.KubeJob, whenImmutable: 'recreate' }";
  return `k8s.Kube${kind}${version === 'v2' ? 'V2' : ''}`;
}

function testModule({ kind, operator }: ManifestKind, children: readonly ManifestChild[]): string {
  const titles = children.map((child) => `${child.kind.kind} ${child.name}`);
  return `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { App } from 'cdk8s';
import { ControllerTest } from 'operand/testing';
${importText(kind, '../api/index.ts')}
${importText(operator.className, '../operator.ts')}
${importText('release', '../release.ts')}

it('each ${kind} has the objects of its manifests', () => {
  const operator = new ${operator.className}(new App(), '${operator.name}', release);
  const children = new ControllerTest(operator, ${kind}, { metadata: { name: 'example' }, spec: {} }).render();
  const titles = children.map(({ kind, metadata }) => \`\${kind} \${metadata.name}\`);
  assert.deepEqual(titles, ${codeText(titles, { indentation: '  ', column: '  assert.deepEqual(titles, );'.length })});
});
`;
}

/** Returns an import of a project. As a whole text it would count as one of this package. */
function importText(name: string, module: string): string {
  return `import { ${name} } from '${module}';`;
}
