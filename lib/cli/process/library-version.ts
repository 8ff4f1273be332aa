import manifest from '../../package.json' with { type: 'json' };

/** The version of the library. */
export const libraryVersion: string = manifest.version;
