import type { SchemaNode } from '../../../built-in/index.ts';
import { serviceVersionShapes } from '../../notation/shape/service-version-shapes.ts';
import { type ShapeTable, tableTypes } from '../../notation/shape/shape-table.ts';

/**
 * Documents and properties; their icons, images and descriptions of kinds are those of a ClusterServiceVersion.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/
 */
const blobShapes: ShapeTable = {
  AnyBlob: 'schema:text package:text name:text',
  PackageBlob:
    'schema:text package:text name:text defaultChannel:text description:text icon:Icon properties:Property[]',
  ChannelBlob: 'schema:text package:text name:text entries:ChannelEntry[] properties:Property[]',
  ChannelEntry: 'name:text replaces:text skips:text[] skipRange:text',
  BundleBlob: 'schema:text package:text name:text image:text properties:Property[] relatedImages:RelatedImage[]',
  DeprecationsBlob: 'schema:text package:text name:text entries:Deprecation[]',
  Deprecation: 'reference:DeprecatedPart message:text',
  DeprecatedPart: 'schema:text name:text',
  Property: 'type:text value:any',
  PackageProperty: 'packageName:text version:text release:text',
  RequiredPackageProperty: 'packageName:text versionRange:text',
  KindProperty: 'group:text kind:text version:text',
  ObjectProperty: 'data:text',
  MetadataProperty: `
    annotations:text{} apiServiceDefinitions:APIServiceDefinitions crdDescriptions:CustomResourceDefinitions
    description:text displayName:text installModes:InstallMode[] keywords:text[] labels:text{} links:Link[]
    maintainers:Maintainer[] maturity:text minKubeVersion:text nativeAPIs:GroupVersionKind[] provider:Link`,
};

const typeOf = tableTypes(serviceVersionShapes, blobShapes);

function shapesOf(names: Readonly<Record<string, string>>): ReadonlyMap<string, SchemaNode> {
  return new Map(Object.entries(names).map(([key, name]) => [key, typeOf(name)]));
}

/** Schema → the type of its documents. Of documents of other schemas opm keeps the content, and reads only the package. */
export const opmShapes = shapesOf({
  'olm.package': 'PackageBlob',
  'olm.channel': 'ChannelBlob',
  'olm.bundle': 'BundleBlob',
  'olm.deprecations': 'DeprecationsBlob',
});

/** The type of documents of other schemas. */
export const anyShape = typeOf('AnyBlob');

/** Type of a property → the type of its value. Of other types opm keeps the value. */
export const valueShapes = shapesOf({
  'olm.package': 'PackageProperty',
  'olm.package.required': 'RequiredPackageProperty',
  'olm.gvk': 'KindProperty',
  'olm.gvk.required': 'KindProperty',
  'olm.bundle.object': 'ObjectProperty',
  'olm.csv.metadata': 'MetadataProperty',
});
