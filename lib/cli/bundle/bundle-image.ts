// In: a bundle's directory. Out: its image for catalogs. Called by `operand bundle image`.

import { validate } from '../../olm/index.ts';
import type { ImageOptions } from '../image/image-option.ts';
import { writeImage } from '../image/image-output.ts';
import { readBundle } from './bundle-directory.ts';

/** The parts of a bundle's directory in its image, as in its Dockerfile. */
const published = /^(?:manifests|metadata|tests)\//;

/**
 * Writes the image of a bundle. Its labels are the bundle's annotations, by which tools recognize a bundle.
 *
 * @param path - the path of its directory, or of an image of it, which is then built again.
 * @throws Failure if the bundle can't be read, an option isn't valid, or the image can't be written.
 */
export async function executeBundleImage(path: string, options: ImageOptions): Promise<void> {
  const bundle = await readBundle(path);
  const annotations = bundle.annotations.fields.flatMap(([name, { text }]): [string, string][] =>
    text === undefined ? [] : [[name, text]],
  );
  await writeImage(
    {
      files: new Map([...bundle.files].filter(([file]) => published.test(file))),
      labels: Object.fromEntries(annotations),
      found: validate(bundle),
    },
    options,
  );
}
