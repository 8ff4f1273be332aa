/** A schema of a whole object, and what API servers have against it. */
export interface SchemaSample {
  readonly title: string;
  readonly schema: object;
  readonly hasStatusSubresource?: boolean;
  /** The paths at which the schema is refused; empty for a valid one. */
  readonly refusedAt: readonly string[];
}

/** A whole object with such a spec. */
function spec(schema: object): object {
  return { type: 'object', properties: { spec: schema } };
}

const size = { type: 'integer' };
const name = { type: 'string' };

function sample(title: string, schema: object, ...refusedAt: readonly string[]): SchemaSample {
  return { title, schema, refusedAt };
}

/** A sample of which only the spec is of interest; paths begin below it. */
function ofSpec(title: string, schema: object, ...refusedAt: readonly string[]): SchemaSample {
  return sample(title, spec(schema), ...refusedAt.map((path) => `properties.spec.${path}`));
}

function ruled(rule: object, schema: object = { type: 'object', properties: { size } }): object {
  return { ...schema, 'x-kubernetes-validations': [rule] };
}

const rules = 'x-kubernetes-validations[0]';
const listOf = (items: object, words: object) => ({ type: 'array', items, ...words });
const keyed = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };
const set = { 'x-kubernetes-list-type': 'set' };

/** Structural schemas, and schemas that aren't structural. */
export const structureSamples: readonly SchemaSample[] = [
  ofSpec('an object with fields', { type: 'object', properties: { size, name }, required: ['size'] }),
  ofSpec('a required field that is not declared', { type: 'object', required: ['size'] }),
  ofSpec('a map', { type: 'object', additionalProperties: name }),
  ofSpec('a map of anything', { type: 'object', additionalProperties: true }),
  ofSpec('anything', { 'x-kubernetes-preserve-unknown-fields': true }),
  ofSpec('an integer or a text', { 'x-kubernetes-int-or-string': true }),
  ofSpec('an integer or a text with its types', {
    'x-kubernetes-int-or-string': true,
    anyOf: [{ type: 'integer' }, { type: 'string' }],
    pattern: '^[0-9]+%?$',
  }),
  ofSpec('an integer or a text with its types among others', {
    'x-kubernetes-int-or-string': true,
    allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { maxLength: 3 }],
  }),
  ofSpec(
    'types of an integer or a text in oneOf',
    { 'x-kubernetes-int-or-string': true, oneOf: [{ type: 'integer' }] },
    'oneOf[0].type',
  ),
  ofSpec(
    'the types in another order',
    { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }, { type: 'integer' }] },
    'anyOf[0].type',
    'anyOf[1].type',
  ),
  ofSpec('conditions on declared fields', {
    type: 'object',
    properties: { size, name },
    oneOf: [{ required: ['size'] }, { properties: { name: { pattern: '^a' } }, required: ['name'] }],
    not: { properties: { size: { minimum: 7 } }, required: ['size'] },
  }),
  ofSpec('a condition on a field that is not declared, inside', {
    type: 'object',
    anyOf: [{ properties: { size: { minimum: 1 } } }],
  }),
  sample(
    'a condition on a field that is not declared',
    { type: 'object', anyOf: [{ properties: { size: { minimum: 1 } } }] },
    'properties.size',
  ),
  sample(
    'a condition on items that are not declared',
    {
      type: 'object',
      properties: { a: { type: 'object' } },
      allOf: [{ properties: { a: { items: { minimum: 1 } } } }],
    },
    'properties.a.items',
  ),
  ofSpec('no type', {}, 'type'),
  ofSpec('a field without a type', { type: 'object', properties: { size: { minimum: 1 } } }, 'properties.size.type'),
  ofSpec('items without a type', { type: 'array', items: {} }, 'items.type'),
  ofSpec('a list without items', { type: 'array' }, 'items'),
  ofSpec('entries without a type', { type: 'object', additionalProperties: {} }, 'additionalProperties.type'),
  ofSpec('an unknown type', { type: 'int' }, 'type'),
  ofSpec('the type null', { type: 'null' }, 'type'),
  ofSpec(
    'a description in a condition',
    { type: 'object', properties: { size }, allOf: [{ description: 'a' }] },
    'allOf[0].description',
  ),
  ofSpec(
    'a default in a condition',
    { type: 'object', properties: { size }, anyOf: [{ properties: { size: { default: 1 } } }] },
    'anyOf[0].properties.size.default',
  ),
  ofSpec('a nullable condition', { type: 'object', properties: { size }, not: { nullable: true } }, 'not.nullable'),
  ofSpec(
    'a map in a condition',
    { type: 'object', oneOf: [{ additionalProperties: { minimum: 1 } }] },
    'oneOf[0].additionalProperties',
  ),
  ofSpec(
    'a rule in a condition',
    { type: 'object', allOf: [ruled({ rule: 'true' }, {})] },
    'allOf[0].x-kubernetes-validations',
  ),
  ofSpec(
    'metadata in a condition',
    { type: 'object', properties: { metadata: { type: 'object' } }, allOf: [{ properties: { metadata: {} } }] },
    'allOf[0].properties.metadata',
  ),
  sample('no type at all', {}, 'type'),
  sample('a resource that is a list', { type: 'array', items: name }, 'type'),
  sample('a resource that is a map', { type: 'object', additionalProperties: name }, 'additionalProperties'),
  sample('a resource that may be null', { ...spec({ type: 'object' }), nullable: true }, 'nullable'),
  sample('a bound on the name', {
    type: 'object',
    properties: { metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 9 } } } },
  }),
  sample(
    'a bound on labels',
    { type: 'object', properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } } },
    'properties.metadata',
  ),
  sample(
    'a condition on metadata',
    { type: 'object', properties: { metadata: { type: 'object', required: ['name'] } } },
    'properties.metadata',
  ),
  sample(
    'metadata of another type',
    { type: 'object', properties: { metadata: { type: 'string' } } },
    'properties.metadata.type',
  ),
  sample(
    'a kind of another type',
    { type: 'object', properties: { kind: { type: 'integer' } } },
    'properties.kind.type',
  ),
  {
    ...sample(
      'a condition on the whole object beside a status',
      { ...spec({ type: 'object' }), minProperties: 1 },
      'minProperties',
    ),
    hasStatusSubresource: true,
  },
  {
    ...sample('rules on the whole object beside a status', ruled({ rule: 'has(self.spec)' }, spec({ type: 'object' }))),
    hasStatusSubresource: true,
  },
];

/** Keywords that may not stand somewhere, or not together. */
export const keywordSamples: readonly SchemaSample[] = [
  ofSpec(
    'a reference',
    { type: 'object', properties: { size: { $ref: '#/definitions/size', type: 'integer' } } },
    'properties.size.$ref',
  ),
  ofSpec('definitions', { type: 'object', definitions: { size } }, 'definitions'),
  ofSpec('patternProperties', { type: 'object', patternProperties: { '^a': name } }, 'patternProperties'),
  ofSpec('uniqueItems', { type: 'array', items: name, uniqueItems: true }, 'uniqueItems'),
  ofSpec('uniqueItems that is false', { type: 'array', items: name, uniqueItems: false }),
  ofSpec('a list of schemas for items', { type: 'array', items: [name] }, 'items'),
  ofSpec(
    'fields of a map',
    { type: 'object', properties: { size }, additionalProperties: name },
    'additionalProperties',
  ),
  ofSpec(
    'fields and nothing else',
    { type: 'object', properties: { size }, additionalProperties: false },
    'additionalProperties',
  ),
  ofSpec('fields and anything else', { type: 'object', properties: { size }, additionalProperties: true }),
  ofSpec(
    'unknown fields that are not preserved',
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': false },
    'x-kubernetes-preserve-unknown-fields',
  ),
  ofSpec(
    'an integer that preserves fields',
    { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true },
    'x-kubernetes-preserve-unknown-fields',
  ),
  ofSpec('an embedded resource', {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  }),
  ofSpec(
    'an embedded resource without fields',
    { type: 'object', 'x-kubernetes-embedded-resource': true },
    'properties',
  ),
  ofSpec(
    'an embedded resource without a type',
    { 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    'type',
  ),
  ofSpec('a pattern that Go lacks', { type: 'string', pattern: '^(?!a)' }, 'pattern'),
  ofSpec('a pattern that Go has', { type: 'string', pattern: '^(?i)[a-z\\d]+\\z' }),
  ofSpec('a pattern that Go lacks, in a condition', { type: 'string', anyOf: [{ pattern: '[' }] }, 'anyOf[0].pattern'),
  ofSpec('a map type of a list', listOf(name, { 'x-kubernetes-map-type': 'atomic' }), 'type'),
  ofSpec('an unknown map type', { type: 'object', 'x-kubernetes-map-type': 'set' }, 'x-kubernetes-map-type'),
  ofSpec('a list type of an object', { type: 'object', ...set }, 'type'),
  ofSpec('an unknown list type', listOf(name, { 'x-kubernetes-list-type': 'list' }), 'x-kubernetes-list-type'),
  ofSpec('a set', listOf(name, set)),
  ofSpec('a set of objects', listOf({ type: 'object' }, set), 'items.x-kubernetes-map-type'),
  ofSpec('a set of whole objects', listOf({ type: 'object', 'x-kubernetes-map-type': 'atomic' }, set)),
  ofSpec('a set of sets', listOf(listOf(name, set), set), 'items.x-kubernetes-list-type'),
  ofSpec('a set of what may be null', listOf({ ...name, nullable: true }, set), 'items.nullable'),
  ofSpec('a list with keys', listOf({ type: 'object', properties: { name }, required: ['name'] }, keyed)),
  ofSpec(
    'a list with keys that have a default',
    listOf({ type: 'object', properties: { name: { ...name, default: 'a' } } }, keyed),
  ),
  ofSpec(
    'a list without its keys',
    listOf({ type: 'object', properties: { name } }, { 'x-kubernetes-list-type': 'map' }),
    'x-kubernetes-list-map-keys',
  ),
  ofSpec(
    'keys of no map',
    listOf({ type: 'object', properties: { name } }, { 'x-kubernetes-list-map-keys': ['name'] }),
    'x-kubernetes-list-type',
  ),
  ofSpec(
    'a key that may be left out',
    listOf({ type: 'object', properties: { name } }, keyed),
    'items.properties.name.default',
  ),
  ofSpec(
    'a key that may be null',
    listOf({ type: 'object', properties: { name: { ...name, nullable: true } }, required: ['name'] }, keyed),
    'items.properties.name.nullable',
  ),
  ofSpec(
    'a key that is not declared',
    listOf({ type: 'object', properties: { size }, required: ['name'] }, keyed),
    'x-kubernetes-list-map-keys',
  ),
  ofSpec(
    'a key that is an object',
    listOf({ type: 'object', properties: { name: { type: 'object' } }, required: ['name'] }, keyed),
    'items.properties.name.type',
  ),
  ofSpec('keys of texts', listOf(name, keyed), 'items.type'),
  ofSpec(
    'a key that is named twice',
    listOf(
      { type: 'object', properties: { name }, required: ['name'] },
      { ...keyed, 'x-kubernetes-list-map-keys': ['name', 'name'] },
    ),
    'x-kubernetes-list-map-keys',
  ),
  ofSpec('a bound that is text', { type: 'integer', minimum: '1' }, 'minimum'),
  ofSpec(
    'a field that is required by a word',
    { type: 'object', properties: { size: { type: 'integer', required: true } } },
    'properties.size.required',
  ),
  ofSpec('a length that is a fraction', { type: 'string', maxLength: 1.5 }, 'maxLength'),
];

/** Defaults. */
export const defaultSamples: readonly SchemaSample[] = [
  ofSpec('a default', { type: 'object', properties: { size: { ...size, minimum: 1, default: 1 } }, default: {} }),
  ofSpec(
    'a default of another type',
    { type: 'object', properties: { size: { ...size, default: 'a' } } },
    'properties.size.default',
  ),
  ofSpec(
    'a default out of bounds',
    { type: 'object', properties: { size: { ...size, minimum: 1, default: 0 } } },
    'properties.size.default',
  ),
  ofSpec(
    'a default that is not a choice',
    { type: 'object', properties: { name: { ...name, enum: ['a'], default: 'b' } } },
    'properties.name.default',
  ),
  ofSpec(
    'a default with an unknown field',
    { type: 'object', properties: { size }, default: { sise: 1 } },
    'default.sise',
  ),
  ofSpec(
    'a default that lacks a field',
    { type: 'object', properties: { size }, required: ['size'], default: {} },
    'default.size',
  ),
  ofSpec('a default with an item twice', listOf(name, { ...set, default: ['a', 'a'] })),
  ofSpec(
    'a default that breaks a rule',
    { type: 'object', properties: { size: ruled({ rule: 'self > 1' }, { ...size, default: 1 }) } },
    'properties.size.default',
  ),
  sample('a default of the whole object', { type: 'object', default: {} }, 'default.apiVersion', 'default.kind'),
  ofSpec('a default in the entries of a map', { type: 'object', additionalProperties: { ...size, default: 'a' } }),
  ofSpec('a default of null', { type: 'object', properties: { size: { ...size, nullable: true, default: null } } }),
  sample(
    'a default in metadata',
    { type: 'object', properties: { metadata: { type: 'object', properties: { name: { ...name, default: 'a' } } } } },
    'properties.metadata.properties.name.default',
  ),
];

/** Rules. */
export const ruleSamples: readonly SchemaSample[] = [
  ofSpec(
    'a rule',
    ruled({ rule: 'self.size > 1', message: 'too small', reason: 'FieldValueForbidden', fieldPath: '.size' }),
  ),
  ofSpec('a rule on an unknown field', ruled({ rule: 'self.sise > 1' }), `${rules}.rule`),
  ofSpec('a rule that is not a condition', ruled({ rule: 'self.size' }), `${rules}.rule`),
  ofSpec('a rule that is not an expression', ruled({ rule: 'self.size >' }), `${rules}.rule`),
  ofSpec('an empty rule', ruled({ rule: ' ' }), `${rules}.rule`),
  ofSpec('a message of two lines', ruled({ rule: 'true', message: 'a\nb' }), `${rules}.message`),
  ofSpec('a rule of two lines without a message', ruled({ rule: 'true\n&& true' }), `${rules}.message`),
  ofSpec(
    'a message expression that is not text',
    ruled({ rule: 'true', messageExpression: 'self.size' }),
    `${rules}.messageExpression`,
  ),
  ofSpec('an unknown reason', ruled({ rule: 'true', reason: 'Forbidden' }), `${rules}.reason`),
  ofSpec('a rule that blames an unknown field', ruled({ rule: 'true', fieldPath: '.sise' }), `${rules}.fieldPath`),
  ofSpec('a change', ruled({ rule: 'self.size >= oldSelf.size' })),
  ofSpec(
    'a change of an item',
    listOf(ruled({ rule: 'self == oldSelf' }, { ...name, maxLength: 9 }), { maxItems: 3 }),
    `items.${rules}.rule`,
  ),
  ofSpec(
    'a change of an item with a key',
    listOf(
      ruled(
        { rule: 'self == oldSelf' },
        { type: 'object', properties: { name: { ...name, maxLength: 9 } }, required: ['name'] },
      ),
      { ...keyed, maxItems: 3 },
    ),
  ),
  ofSpec(
    'an optional past without a past',
    ruled({ rule: 'self.size > 1', optionalOldSelf: true }),
    `${rules}.optionalOldSelf`,
  ),
  ofSpec('an optional past', ruled({ rule: '!oldSelf.hasValue() || self.size > 1', optionalOldSelf: true })),
];

export const schemaSamples: readonly SchemaSample[] = [
  ...structureSamples,
  ...keywordSamples,
  ...defaultSamples,
  ...ruleSamples,
];
