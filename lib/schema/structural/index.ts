// Schemas and values of definitions that others have written

export type { SchemaFinding, ValueFinding } from './finding.ts';
export { entrySchema, type ForeignSchema } from './foreign-schema.ts';
export { type ReadSchema, readSchema } from './read-schema.ts';
export { type SchemaUse, schemaFindings } from './schema-finding.ts';
export { valueFindings } from './value-finding.ts';
