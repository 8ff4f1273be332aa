import { EvaluationError, UnevaluableError } from '../expression-error.ts';

/** A URL, and its parts, unchanged. */
export class Url {
  readonly text: string;
  readonly parts: Readonly<Record<'scheme' | 'hostname' | 'port' | 'path' | 'query', string>>;

  constructor(text: string, parts: Url['parts']) {
    this.text = text;
    this.parts = parts;
  }
}

const plain =
  /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([A-Za-z0-9._-]+)(?::([0-9]{1,5}))?((?:\/[A-Za-z0-9._~/-]*)?)(?:\?([A-Za-z0-9._~=&/-]*))?$/;

/** Texts that Go certainly refuses: without a scheme or a leading slash, or with white space. */
const surelyNone = /^$|^[A-Za-z0-9._~-]+$|^[A-Za-z0-9._~-]+\/[A-Za-z0-9._~/-]*$|\s/;

/**
 * Returns true if a text is a URL of CEL.
 *
 * @throws UnevaluableError for texts that Go and JavaScript might parse differently.
 */
export function isUrl(text: string): boolean {
  if (plain.test(text) || /^\/[A-Za-z0-9._~/-]*$/.test(text)) return true;
  if (surelyNone.test(text)) return false;
  throw new UnevaluableError(`only the API server knows if '${text}' is a URL`);
}

/**
 * Parses a URL of CEL.
 *
 * @throws EvaluationError for other texts; UnevaluableError for those that Go and JavaScript might parse differently.
 */
export function parseUrl(text: string): Url {
  if (!isUrl(text)) throw new EvaluationError(`URL parse error during conversion from string: ${text}`);
  const [, scheme = '', hostname = '', port = '', path = text, query = ''] = plain.exec(text) ?? [];
  return new Url(text, { scheme: scheme.toLowerCase(), hostname, port, path, query });
}
