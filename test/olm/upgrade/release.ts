import type { JsonObject, KubernetesObject } from '../../../lib/api/index.ts';
import { BundleContent } from '../../../lib/olm/content/index.ts';
import { type UpgradeOptions, upgradeFindings } from '../../../lib/olm/upgrade/index.ts';
import { yamlDocument, yamlStream } from '../../../lib/yaml/index.ts';

/** The fields in which the release of a test differs from all others. */
export interface ReleaseProps {
  /** The definition's spec, in part. */
  readonly definition?: JsonObject;
  /** The only version's own fields, in part. */
  readonly version?: JsonObject;
  /** The schema of the spec. */
  readonly schema?: JsonObject;
  /** The ClusterServiceVersion's spec, in part. */
  readonly spec?: JsonObject;
  /** Its annotations, in part. */
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly number?: string;
  readonly channels?: string;
  /** The releases of OpenShift that it is offered to. */
  readonly openshift?: string;
  readonly properties?: readonly JsonObject[];
  readonly dependencies?: readonly JsonObject[];
  readonly manifests?: readonly KubernetesObject[];
  /** The children of the sample. */
  readonly children?: readonly KubernetesObject[];
  readonly sample?: JsonObject;
}

/** The path of the CRD of a release. */
export const definitionFile = 'manifests/example.com_boxes.yaml';

const sampleOf = (spec: JsonObject) => ({
  apiVersion: 'example.com/v1',
  kind: 'Box',
  metadata: { name: 'small' },
  spec,
});

/** A release of an operator of boxes. */
export function releaseOf(props: ReleaseProps = {}): BundleContent {
  const { number = '0.2.0', children, manifests = [], dependencies, properties, openshift } = props;
  const files = {
    [definitionFile]: yamlDocument(definitionOf(props)),
    'manifests/box-operator.clusterserviceversion.yaml': yamlDocument({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'ClusterServiceVersion',
      metadata: {
        name: `box-operator.v${number}`,
        annotations: { 'alm-examples': JSON.stringify([sampleOf(props.sample ?? {})]), ...props.annotations },
        labels: props.labels ?? {},
      },
      spec: { version: number, ...props.spec },
    }),
    'metadata/annotations.yaml': yamlDocument({
      annotations: {
        'operators.operatorframework.io.bundle.package.v1': 'box-operator',
        'operators.operatorframework.io.bundle.channels.v1': props.channels ?? 'alpha',
        ...(openshift && { 'com.redhat.openshift.versions': openshift }),
      },
    }),
    ...(dependencies && { 'metadata/dependencies.yaml': yamlDocument({ dependencies }) }),
    ...(properties && { 'metadata/properties.yaml': yamlDocument({ properties }) }),
    ...(children && { 'children/box_small.yaml': yamlStream(children) }),
    ...Object.fromEntries(manifests.map((each, index) => [`manifests/extra-${index}.yaml`, yamlDocument(each)])),
  };
  const bytes = new TextEncoder();
  return new BundleContent(new Map(Object.entries(files).map(([path, text]) => [path, bytes.encode(text)])));
}

function definitionOf({ definition, version, schema = { type: 'object' } }: ReleaseProps): KubernetesObject {
  const only = {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: 'object', properties: { spec: schema } } },
    ...version,
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'boxes.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Box', plural: 'boxes', singular: 'box', listKind: 'BoxList' },
      scope: 'Namespaced',
      versions: [only],
      ...definition,
    },
  };
}

/** The findings of an upgrade: severity, rule and text, without the one that children aren't compared. */
export function findingTexts(
  before: ReleaseProps,
  after: ReleaseProps,
  options: UpgradeOptions = {},
): readonly string[] {
  const releases = { before: releaseOf({ number: '0.1.0', ...before }), after: releaseOf(after) };
  return upgradeFindings(releases, options)
    .filter(({ rule }) => rule !== 'children-uncompared')
    .map(({ severity, rule, what }) => `${severity} ${rule}: ${what}`);
}
