// In: the schema of a field with fields, such as spec. Out: a section for it and for each object in it. Called for each
// field of a version's schema.

import { canonicalJson, isJsonObject, type JsonObject, withInnerSchemas } from '../../schema/index.ts';
import { declaredFields, hasFields, type OpenApiSchema } from '../../schema/structural/index.ts';
import { anchor, anchorName } from '../markdown/anchor.ts';
import { codeElement, inlineCode, markdownLink } from '../markdown/inline.ts';
import { proseParagraphs } from '../markdown/prose.ts';
import { readableValue } from '../value/readable-value.ts';
import { fieldTable } from './field-table.ts';
import { type KubernetesType, kubernetesType } from './kubernetes-type.ts';
import { type ObjectForm, type ObjectPlace, reachedValue } from './object-place.ts';

/** The sections of one version: equal objects share one. */
export class ObjectSections {
  readonly #version: string;
  readonly #identities = new SchemaIdentities();
  readonly #shown = new Map<number, ObjectPlace>();
  readonly #folded = new Map<number, ObjectPlace>();

  /** @param version - the prefix of the anchors. */
  constructor(version: string) {
    this.#version = version;
  }

  anchorOf(steps: readonly string[]): string {
    return anchorName(this.#version, ...steps);
  }

  /** Returns the section of a field of the whole object, and those of the objects in it, separated by blank lines. */
  sectionOf(name: string, schema: OpenApiSchema): string {
    const { schema: inner, suffix } = reachedValue(schema);
    const place = { steps: [name], path: `${name}${suffix}`, schema: inner };
    const value = schema.default === undefined ? '' : `By default ${inlineCode(readableValue(schema.default))}.`;
    const [head = '', ...blocks] = this.#section(place, { description: schema.description, isFolded: false });
    return [head, ...(value === '' ? [] : [value]), ...blocks].join('\n\n');
  }

  #section(place: ObjectPlace, { description, isFolded, parent, source }: SectionForm): string[] {
    const { rows, nested } = this.#fields(place, isFolded);
    const name =
      source === undefined
        ? inlineCode(place.path)
        : markdownLink(`${source.name} in the documentation of Kubernetes`, source.url);
    const up = parent === undefined ? '' : ` [↑](#${this.anchorOf(parent.steps)} ${JSON.stringify(parent.path)})`;
    const heading = parent === undefined ? '###' : '####';
    const title = !isFolded ? `${heading} ${name}` : source === undefined ? `**${name}**` : name;
    return [
      `${title} ${anchor(this.anchorOf(place.steps))}${up}`,
      ...(description === undefined ? [] : [proseParagraphs(description)]),
      ...rows,
      ...nested,
    ];
  }

  #fields(place: ObjectPlace, isFolded: boolean): { readonly rows: string[]; readonly nested: string[] } {
    const nested: string[] = [];
    const rows = fieldTable(place, {
      anchorOf: (steps) => this.anchorOf(steps),
      shapeOf: (field, description) => this.#shape(field, { description, parent: place, isFolded, nested }),
    });
    return { rows, nested };
  }

  #shape(field: ObjectPlace, { description, parent, isFolded, nested }: Visit): ObjectForm {
    if (!hasFields(field.schema)) return { form: 'plain' };
    const known = kubernetesType(field.schema);
    if (known === undefined && isSmallObject(field.schema)) return { form: 'inlined' };
    const identity = this.#identities.of(field.schema);
    const before =
      this.#shown.get(identity) ?? (isFolded || known !== undefined ? this.#folded.get(identity) : undefined);
    if (before !== undefined) {
      const label = known === undefined ? `object like ${inlineCode(before.path)}` : known.name;
      return { form: 'section', label, anchor: this.anchorOf(before.steps), isOwn: false, hasDescription: false };
    }
    const opensFold = known !== undefined && !isFolded;
    const form = { description, isFolded: isFolded || opensFold, parent };
    (form.isFolded ? this.#folded : this.#shown).set(identity, field);
    nested.push(
      ...(opensFold
        ? foldedSection(field, known, this.#section(field, { ...form, description: undefined, source: known }))
        : this.#section(field, form)),
    );
    return {
      form: 'section',
      label: known?.name ?? 'object',
      anchor: this.anchorOf(field.steps),
      isOwn: true,
      hasDescription: !opensFold,
    };
  }
}

interface SectionForm {
  readonly description: string | undefined;
  /** True inside of a fold, where headings aren't possible. */
  readonly isFolded: boolean;
  /** The parent object. @default none: it is the outermost object of its field */
  readonly parent?: ObjectPlace;
  /** The Kubernetes type, shown in the fold instead of its name. */
  readonly source?: KubernetesType;
}

interface Visit {
  readonly description: string | undefined;
  readonly parent: ObjectPlace;
  readonly isFolded: boolean;
  /** Collects the sections of nested objects. */
  readonly nested: string[];
}

function foldedSection({ path }: ObjectPlace, { name }: KubernetesType, section: readonly string[]): string[] {
  return [`<details>\n<summary>${codeElement(path)}: the fields of ${name}</summary>`, ...section, '</details>'];
}

/** Numbers schemas: equal schemas have the same number. */
class SchemaIdentities {
  readonly #known = new Map<object, number>();
  readonly #numbers = new Map<string, number>();

  /** Returns the number of an object's schema. Its own description, which explains its use, makes no difference. */
  of(schema: OpenApiSchema): number {
    const { description: _, ...undescribed } = schema;
    return isJsonObject(undescribed) ? this.#number(undescribed) : 0;
  }

  /** Numbers replace the inner schemas in the text of a schema, which keeps texts short. */
  #number(schema: JsonObject): number {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const text = canonicalJson(withInnerSchemas(schema, (inner) => this.#number(inner)));
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    this.#known.set(schema, number);
    return number;
  }
}

/** Returns true if an object is so small that its fields fit into the table of the object around it. */
function isSmallObject(schema: OpenApiSchema): boolean {
  const fields = declaredFields(schema);
  const hasRules = schema['x-kubernetes-validations'] !== undefined;
  return fields.length <= 3 && !hasRules && fields.every(([, field]) => !hasFields(reachedValue(field).schema));
}
