// Third-party kinds, as modules of typed constructs

export { ImportError } from './import-error.ts';
export { type ImportedKind, importedKinds } from './imported-kind.ts';
export type { ModuleStyle } from './module-header.ts';
export { importedFrom, isImported } from './module-header.ts';
export { isAnyDefinition, type ServedKind, servedKinds } from './served-kind.ts';
export { entryPointNames, versionEntryPoint } from './version-entry-point.ts';

// Doc comments

export { commentLines, commentText } from './doc-comment.ts';
export { fieldDocumentation } from './field-documentation.ts';
export { isPlainName, literal } from './literal.ts';
export { fileName, typeName } from './type-name.ts';
