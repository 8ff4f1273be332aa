import { z } from 'zod';
import { cachedGoPattern } from '../compiled-pattern.ts';
import { ownField } from '../json-part.ts';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import type { StringFormatDefinition } from '../zod-definition.ts';
import { goPattern, literalPattern } from './go-pattern.ts';
import type { Visit } from './visit.ts';

type Format<Name> = Extract<StringFormatDefinition, { readonly format: Name }>;

const domainLabel = '[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';

/** The constraints of formats that need no pattern of zod's. */
const wholeFormats: Readonly<Record<string, JsonSchemaProps>> = {
  date: { format: 'date' },
  ipv6: { format: 'ipv6' },
  cidrv6: { format: 'cidr', pattern: ':.*/(0|[1-9][0-9]*)$' },
  base64: { format: 'byte' },
  hostname: { maxLength: 253, pattern: `^${domainLabel}(\\.${domainLabel})*\\.?$` },
};

/** zod's format → the API server's, which accepts more. */
const looseFormats: Readonly<Record<string, string>> = {
  email: 'email',
  guid: 'uuid',
  uuid: 'uuid',
  ipv4: 'ipv4',
  cidrv4: 'cidr',
};

/**
 * Returns the constraint of a zod string format: a format that the API server checks, a pattern, or both, if the API
 * server's format accepts more than zod does.
 *
 * @see https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/apiserver/validation/formats.go
 */
export function stringFormatConstraint(check: StringFormatDefinition, visit: Visit): JsonSchemaProps {
  switch (check.format) {
    case 'starts_with':
      return { pattern: `^${literalPattern(check.prefix)}` };
    case 'ends_with':
      return { pattern: `${literalPattern(check.suffix)}$` };
    case 'includes':
      return includedPartConstraint(check, visit);
    case 'datetime':
      return dateTimeConstraint(check, visit);
    case 'url':
      return urlConstraint(check, visit);
    case 'base64url':
      return goPattern(z.regexes.base64url, visit);
    case 'credit_card':
    case 'iban':
    case 'jwt':
      return refuseFormatCode(visit);
    default: {
      const format = ownField(looseFormats, check.format);
      const whole = ownField(wholeFormats, check.format);
      return whole ?? { ...(format !== undefined && { format }), ...formatPatternConstraint(check, visit) };
    }
  }
}

function includedPartConstraint({ includes, position }: Format<'includes'>, visit: Visit): JsonSchemaProps {
  const pattern = (position ? `^(?s:.{${position},})` : '') + literalPattern(includes);
  return cachedGoPattern(pattern) === undefined
    ? visit.refuse(
        `the API server's patterns can't search from character ${position}`,
        "write a position up to 1000, or rule(type, '<CEL expression>', '<message>')",
      )
    : { pattern };
}

/** The pattern checks only the shape: the API server's format `date-time` checks hours, minutes and the calendar. */
function dateTimeConstraint(check: Format<'datetime'>, visit: Visit): JsonSchemaProps {
  const { local, offset, precision } = check;
  if (local || precision === -1) return formatPatternConstraint(check, visit);
  const fraction = precision == null ? '(\\.[0-9]+)?' : precision === 0 ? '' : `\\.[0-9]{${precision}}`;
  const zone = offset ? '(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])' : 'Z';
  return { format: 'date-time', pattern: `^[0-9-]{10}T[0-9:]{8}${fraction}${zone}$` };
}

function urlConstraint({ protocol, hostname, normalize }: Format<'url'>, visit: Visit): JsonSchemaProps {
  return (protocol ?? hostname ?? normalize)
    ? visit.refuse(
        "the API server can't check the parts of URLs",
        'write z.url().regex(/^https:\\/\\/…/) with the condition',
      )
    : { format: 'uri', pattern: '^[a-zA-Z][a-zA-Z0-9+.-]*:/*[^/]' };
}

function formatPatternConstraint(
  { pattern }: { readonly pattern?: RegExp | undefined },
  visit: Visit,
): JsonSchemaProps {
  return pattern === undefined ? refuseFormatCode(visit) : goPattern(pattern, visit);
}

function refuseFormatCode(visit: Visit): JsonSchemaProps {
  return visit.refuse(
    "the format is checked by code, which the API server can't run",
    "write .regex(…), or rule(type, '<CEL expression>', '<message>')",
  );
}
