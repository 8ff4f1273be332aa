import { nearestName } from '../../../../schema/index.ts';
import { Place } from '../../../content/index.ts';
import { shapeErrors } from '../../../notation/shape/shape.ts';
import { tableTypes } from '../../../notation/shape/shape-table.ts';
import type { BundleRule } from '../../bundle-rule.ts';

const mediaType = 'operators.operatorframework.io.test.mediatype.v1';
const configuration = 'operators.operatorframework.io.test.config.v1';

/** @see https://github.com/operator-framework/api/blob/master/pkg/apis/scorecard/v1alpha3/configuration_types.go */
const configurationShape = tableTypes({
  Configuration: 'apiVersion:text kind:text metadata:ObjectMeta stages:Stage[] storage:Storage serviceaccount:text',
  Stage: 'parallel:boolean tests:Test[]',
  Test: 'image:text uniqueID:text entrypoint:text[] labels:text{} storage:Storage',
  Storage: 'spec:StorageSpec',
  StorageSpec: 'mountPath:MountPath',
  MountPath: 'path:text',
})('Configuration');

/** Rules for the tests in a bundle, and for the annotations that name them. */
export const scorecardRules: readonly BundleRule[] = [
  {
    id: 'test-annotations',
    demand: 'The annotations match the existing tests: media type scorecard+v1, and the directory with config.yaml.',
    // Installers ignore tests, and many catalogs have bundles without them.
    *check({ annotations, files }) {
      const type = annotations.at(mediaType);
      const directory = annotations.at(configuration);
      if (type.text !== undefined && type.text !== 'scorecard+v1') {
        yield { place: type, what: `there are no tests of type ${type.text}`, remedy: 'write scorecard+v1' };
      }
      if (type.isAbsent !== directory.isAbsent) {
        yield {
          place: type.isAbsent ? type : directory,
          what: `one of ${mediaType} and ${configuration} exists without the other`,
          remedy: 'write both, or none if there are no tests',
        };
      } else if (directory.text !== undefined && !files.has(configurationFile(directory.text))) {
        yield {
          place: directory,
          what: `there is no ${configurationFile(directory.text)}`,
          remedy: 'name the directory with the tests’ config.yaml, or leave the annotations of tests out',
        };
      }
    },
  },
  {
    id: 'test-unannounced',
    demand: 'The annotations name the tests in the bundle.',
    *check({ annotations, files }) {
      const file = 'tests/scorecard/config.yaml';
      if (!files.has(file) || !annotations.at(mediaType).isAbsent || !annotations.at(configuration).isAbsent) return;
      if (annotations.fields.length === 0) return;
      yield {
        place: new Place(file, undefined),
        what: 'the annotations name no tests of the bundle',
        remedy: `annotate it with ${mediaType}: scorecard+v1 and ${configuration}: tests/scorecard/`,
      };
    },
  },
  {
    id: 'scorecard-configuration',
    demand:
      'The configuration of tests is a Configuration of scorecard.operatorframework.io/v1alpha3 with tests in stages.',
    *check(bundle) {
      const directory = bundle.annotations.at(configuration).text ?? 'tests/scorecard/';
      const file = configurationFile(directory);
      if (!bundle.files.has(file)) return;
      const [document] = bundle.documentsOf(file);
      const root = document?.root ?? new Place(file, undefined);
      const [problem] = document?.problems ?? [];
      if (root.isAbsent) {
        yield { place: root, what: problem?.what ?? 'it is empty', remedy: 'write a Configuration' };
        return;
      }
      for (const [name, value] of Object.entries({
        apiVersion: 'scorecard.operatorframework.io/v1alpha3',
        kind: 'Configuration',
      })) {
        const place = root.at(name);
        if (place.text === value) continue;
        yield { place, what: `${name} is ${JSON.stringify(place.value ?? null)}`, remedy: `write ${value}` };
      }
      for (const error of shapeErrors(root, configurationShape)) {
        const { place } = error;
        if (error.what === 'type') yield { place, what: `it has to be ${error.type}`, remedy: `write ${error.type}` };
        if (error.what !== 'unknown') continue;
        const meant = nearestName(error.name, error.known);
        const remedy = meant === undefined ? 'leave it out' : `write ${meant}`;
        yield { place, what: `there is no field ${error.name} here`, remedy };
      }
      const stages = root.at('stages');
      const tests = stages.items.flatMap((stage) => stage.at('tests').items);
      if (tests.length === 0 && !stages.isMistyped('list')) {
        const cause = stages.items.flatMap((stage) => [stage, ...stage.fields.map(([, field]) => field)]);
        yield { place: stages, cause, what: 'there are no tests in it', remedy: 'list tests, or remove the file' };
      }
      for (const test of tests) {
        const image = test.at('image');
        if (image.text === '' || image.isAbsent)
          yield { place: image, what: 'the test has no image to run', remedy: 'name one' };
      }
    },
  },
];

function configurationFile(directory: string): string {
  return `${directory.replace(/^\//, '').replace(/(?<!\/)\/+$/, '')}/config.yaml`;
}
