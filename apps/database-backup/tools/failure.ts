/** A task that can't succeed, in one sentence with its cause and the remedy. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Returns true for an error of the operating system with one of these codes. */
export function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Texts that clients of databases print, and their causes and remedies. */
const causes: readonly (readonly [RegExp, string])[] = [
  [
    /password authentication failed|no password supplied|Access denied for user|Authentication failed/i,
    'the server refused the account: correct the username and the password in the credentials Secret',
  ],
  [
    /permission denied|command denied|row-level security/i,
    'the account lacks a right: grant it the right to read all selected tables, or to create databases for a restore',
  ],
  [/server version mismatch/, 'the server is newer than the clients in this image: use an image with newer clients'],
  [
    /could not translate host name|Unknown (MySQL|MariaDB)? ?server host|Name or service not known/i,
    'the host of the server is unknown: correct the host, or create its Service',
  ],
  [
    /Connection refused|Can't connect to (local )?(MySQL|MariaDB)?|timeout expired|No route to host|starting up/i,
    'the server does not answer: start it, or correct host and port',
  ],
  [
    /server closed the connection|Lost connection|terminating connection|gone away|SSL SYSCALL|shutting down/i,
    'the server ended the connection in the middle: the next run starts over',
  ],
  [/database ".*" does not exist|Unknown database/, 'the database does not exist: correct its name, or create it'],
  [/no matching tables|Couldn't find table/, 'a selected table does not exist: correct its name'],
  [
    /due to lock timeout|due to statement timeout/,
    'another session has a lock on a table, or waits for one: the next run starts over',
  ],
  [/No space left on device|could not extend file/, "the server's own volume is full: enlarge it"],
  [
    /invalid locale name|Unknown collation/,
    'the server lacks the locale of the archive: restore into a server with it',
  ],
];

/** Returns the error of a database client that failed. @param words - the end of its standard error. */
export function programFailure(program: string, words: string): Failure {
  const [, sentence = 'the program failed'] = causes.find(([pattern]) => pattern.test(words)) ?? [];
  const lines = words.trim().split('\n');
  const errors = lines.filter((line) => /error|fatal/i.test(line));
  const lastLines = (errors.length > 0 ? errors : lines).slice(-2).join('; ');
  return new Failure(`${sentence}; ${program} says: ${lastLines}`);
}

/** Names and codes of errors of file systems and object stores, and their causes and remedies. */
const remedies: readonly (readonly [readonly string[], string])[] = [
  [['ENOSPC', 'EDQUOT'], 'the volume of the archives is full: enlarge its claim, or keep fewer archives'],
  [
    ['EACCES', 'EROFS', 'EPERM'],
    'the volume of the archives is not writable: set fsGroup, or the owner of its directory',
  ],
  [
    ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'CredentialsProviderError'],
    'the object store refused the account: correct the access key in the credentials Secret',
  ],
  [['AccessDenied'], 'the account lacks a right on the bucket: grant it to list, read, write and delete objects'],
  [['NoSuchBucket'], 'the bucket does not exist: create it, or correct its name'],
  [
    [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    ],
    "the authority of the object store's certificate is unknown: add it to the file of authorities",
  ],
  [
    ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT', 'TimeoutError'],
    'the object store does not answer: start it, or correct the endpoint',
  ],
];

/** Returns an error as one sentence for the status of a resource. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Failure) return error.message;
  const cause = remedies.find(
    ([names]) => isSystemError(error, ...names) || (error instanceof Error && names.includes(error.name)),
  );
  return cause === undefined ? String(error) : `${cause[1]}; ${String(error)}`;
}
