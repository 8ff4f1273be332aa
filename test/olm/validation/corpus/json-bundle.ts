import { minimal } from './minimal-bundle.ts';

/** The minimal operator, whose manifests are written as JSON. */
export const inJson = Object.fromEntries(
  Object.entries(minimal).map(([file, draft]) => [
    file.startsWith('manifests/') ? file.replace(/\.yaml$/, '.json') : file,
    draft,
  ]),
);
