// Constructs of apps, as packages for charts of other teams

export { type CompiledFiles, compiledFiles, compiledSources } from './compiled-file.ts';
export { definitionNames, definitionPackage, withDefinitionImports } from './definition-import.ts';
export type { ExportedKind } from './exported-kind.ts';
export { PackageError } from './package-error.ts';
export {
  compiledEntryPoints,
  packageTitle,
  publishedManifest,
  sourceEntryPoints,
  type UsedPackage,
} from './package-manifest.ts';
export { publishedModules } from './published-module.ts';
export { assertPublishableImports, usedPackages } from './used-package.ts';
